#include "delegate/partition/cpu_rates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/opset/op_info.h"
#include "runtime/opset/prepared_kernel.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/host/model_builder.h"

namespace litevk {
namespace {

using test::ModelBuilder;

TEST(CpuRatesTest, EveryRowHasRates) {
  for (const KernelSet set : kKernelSets) {
    EXPECT_GT(NodeUsOf(set), 0) << Name(set);
    for (const CpuWork work : kCpuWorks) {
      const CpuRates& rates = RatesOf(set, work);
      EXPECT_GT(rates.gflops, 0) << Name(set) << " " << Name(work);
      EXPECT_GT(rates.gbs, 0) << Name(set) << " " << Name(work);
      EXPECT_GE(rates.shared, 0) << Name(set) << " " << Name(work);
      EXPECT_LE(rates.shared, 1) << Name(set) << " " << Name(work);
    }
  }
}

// A node with one input of these dims, in float32 or in int8 of a scale.
class CpuNodeTest : public ::testing::Test {
 protected:
  ir::NodeView Unary(int op_code, const ir::Shape& dims, ir::DataType type = ir::DataType::kFloat32) {
    const ir::TensorId output = model_.Node(op_code, {Tensor(dims, type)}, dims);
    return Typed(output, type);
  }

  ir::NodeView Conv(ir::DataType type = ir::DataType::kFloat32) {
    const ir::Shape dims = {1, 56, 56, 32};
    const int filter = type == ir::DataType::kFloat32
                           ? model_.Floats({32, 3, 3, 32}, std::vector<float>(size_t{9} * 32 * 32))
                           : model_.Constant({32, 3, 3, 32}, type, std::vector<int8_t>(size_t{9} * 32 * 32));
    if (type != ir::DataType::kFloat32) SetScale(filter);
    const abi::TfLiteConvParams params = {abi::kTfLitePaddingSame, 1, 1, abi::kTfLiteActNone, 1, 1};
    const int input = Tensor(dims, type);
    return Typed(model_.Node(abi::kTfLiteBuiltinConv2d, {input, filter, ir::kAbsent}, dims, params), type);
  }

 private:
  void SetScale(ir::TensorId id) { model_.tensor(id).quantization = {.scales = {0.5F}, .zero_points = {0}}; }
  int Tensor(const ir::Shape& dims, ir::DataType type) {
    const int id = model_.Input(dims, type);
    if (type != ir::DataType::kFloat32) SetScale(id);
    return id;
  }
  ir::NodeView Typed(ir::TensorId output, ir::DataType type) {
    model_.tensor(output).type = type;
    if (type != ir::DataType::kFloat32) SetScale(output);
    return {model_.graph(), model_.last_node()};
  }

  ModelBuilder model_;
};

TEST_F(CpuNodeTest, OperandsDecideTheKindOfWork) {
  const ir::Shape dims = {1, 8, 8, 16};
  EXPECT_EQ(WorkOf(Conv()), CpuWork::kMatmuls);
  EXPECT_EQ(WorkOf(Conv(ir::DataType::kInt8)), CpuWork::kIntegerMatmuls);
  EXPECT_EQ(WorkOf(Unary(abi::kTfLiteBuiltinTanh, dims)), CpuWork::kFunctions);
  EXPECT_EQ(WorkOf(Unary(abi::kTfLiteBuiltinTanh, dims, ir::DataType::kInt8)), CpuWork::kIntegerFunctions);
  EXPECT_EQ(WorkOf(Unary(abi::kTfLiteBuiltinRelu, dims)), CpuWork::kElements);
  EXPECT_EQ(WorkOf(Unary(abi::kTfLiteBuiltinRelu, dims, ir::DataType::kInt8)), CpuWork::kIntegerElements);
}

TEST_F(CpuNodeTest, TheInterpreterDecidesTheKernels) {
  const ir::NodeView conv = Conv();
  EXPECT_EQ(KernelSetOf(conv, CpuKernels::kXnnpack), KernelSet::kXnnpack);
  EXPECT_EQ(KernelSetOf(conv, CpuKernels::kBuiltin), KernelSet::kBuiltin);
  const bool is_fast =
      cpu::HasKernel(*FindOpInfo(conv.node()), ir::TensorsOf(conv.graph(), conv.node().inputs),
                     ir::TensorsOf(conv.graph(), conv.node().outputs));
  EXPECT_EQ(KernelSetOf(conv, CpuKernels::kLitevk), is_fast ? KernelSet::kFast : KernelSet::kPlain);
  const ir::NodeView unlisted = Unary(abi::kTfLiteBuiltinFloor, {4});
  EXPECT_EQ(KernelSetOf(unlisted, CpuKernels::kLitevk), KernelSet::kPlain);
}

TEST_F(CpuNodeTest, ThreadsShareALongNode) {
  const ir::NodeView conv = Conv();
  const double one = CpuNodeUs(conv, {CpuKernels::kXnnpack, 1});
  const double two = CpuNodeUs(conv, {CpuKernels::kXnnpack, 2});
  const double four = CpuNodeUs(conv, {CpuKernels::kXnnpack, 4});
  const double shared = RatesOf(KernelSet::kXnnpack, CpuWork::kMatmuls).shared;
  const double work = one - NodeUsOf(KernelSet::kXnnpack);
  EXPECT_NEAR(one - two, work * shared / 2, 1e-6 * work);
  EXPECT_NEAR(one - four, work * shared * 3 / 4, 1e-6 * work);
  EXPECT_LT(two, one);
  EXPECT_DOUBLE_EQ(CpuNodeUs(conv, {CpuKernels::kXnnpack, -1}), one);
}

TEST_F(CpuNodeTest, NoThreadIsWokenForAShortNode) {
  const ir::NodeView relu = Unary(abi::kTfLiteBuiltinRelu, {16});
  EXPECT_DOUBLE_EQ(CpuNodeUs(relu, {CpuKernels::kLitevk, 1}), CpuNodeUs(relu, {CpuKernels::kLitevk, 8}));
}

}  // namespace
}  // namespace litevk
