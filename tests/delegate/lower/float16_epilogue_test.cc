// An arithmetic that only this test has, from a kernel's trait to the emitted module: fusion and lowering
// know arithmetics by their fields.
#include <gtest/gtest.h>

#include <algorithm>

#include "delegate/fuse/fuse.h"
#include "delegate/kernel/op_spec.h"
#include "delegate/lower/lowering.h"
#include "shaders/conv/conv_2d.h"
#include "tests/delegate/lower/graph_builder.h"

namespace litevk {
namespace {

const ir::Shape kImage = {1, 4, 4, 8};

constexpr EpilogueArithmetic kFloat16Arithmetic = {.most_steps = 2, .most_operands = 1};

const EpilogueArithmetic* InFloat16(const NodeView& /*view*/) { return &kFloat16Arithmetic; }

class Float16EpilogueTest : public ::testing::Test {
 protected:
  // Returns the graph with kernels of floats. CONV_2D computes its epilogue in float16.
  JudgedGraph Judge() {
    conv_ = FindOp(abi::kTfLiteBuiltinConv2d)->kernels.front();
    conv_.epilogue.takes = InFloat16;
    kernels_.clear();
    for (const ir::Node& node : build_.graph().nodes) {
      const bool is_conv = node.op_code == abi::kTfLiteBuiltinConv2d;
      kernels_.push_back(is_conv ? &conv_ : &FindOp(node)->kernels.front());
    }
    return {build_.graph(), kernels_, limits_};
  }

  std::vector<FusedNode> Run(ir::TensorId output) {
    return Fuse(Judge(), build_.AllPositions(), std::vector{output}, /*enable=*/true);
  }

  ir::TensorId Relu(ir::TensorId input) { return build_.Node(abi::kTfLiteBuiltinRelu, {input}, kImage); }

  static uint32_t SpecWord(const gpu::Dispatch& dispatch, std::string_view name) {
    const auto& fields = dispatch.shader->spec_fields;
    const auto found = std::ranges::find(fields, name, &gpu::FieldInfo::name);
    EXPECT_NE(found, fields.end()) << name;
    return found == fields.end() ? 0 : dispatch.spec[found->word];
  }

  GraphBuilder build_;
  GpuKernel conv_;
  NodeKernels kernels_;
  gpu::DeviceLimits limits_;
};

TEST_F(Float16EpilogueTest, TakesAsManyStepsAsTheArithmeticSays) {
  const auto conv = build_.Conv(build_.Runtime(kImage), kImage);
  const auto roots = Run(Relu(Relu(Relu(conv))));
  ASSERT_EQ(roots.size(), 2U);
  EXPECT_EQ(roots[0].epilogue.arithmetic, &kFloat16Arithmetic);
  EXPECT_EQ(roots[0].epilogue.steps.size(), 2U);
  EXPECT_EQ(roots[1].epilogue.arithmetic, &kFloat32Arithmetic);
}

TEST_F(Float16EpilogueTest, ReadsAsManyOperandsAsTheArithmeticSays) {
  const auto conv = build_.Conv(build_.Runtime(kImage), kImage);
  const auto sum = build_.Add(conv, build_.Runtime(kImage), kImage);
  const auto roots = Run(build_.Add(sum, build_.Runtime(kImage), kImage));
  ASSERT_EQ(roots.size(), 2U);
  EXPECT_EQ(roots[0].epilogue.steps.size(), 1U);
}

TEST_F(Float16EpilogueTest, EndsInAConversionAtTheStore) {
  const auto relu = Relu(build_.Conv(build_.Runtime(kImage), kImage));
  const auto stored = build_.Node(abi::kTfLiteBuiltinQuantize, {relu}, kImage, {}, ir::DataType::kInt8);
  build_.Quantize(stored, {.scales = {0.5F}, .zero_points = {0}});
  const auto roots = Run(stored);
  ASSERT_EQ(roots.size(), 1U);
  EXPECT_EQ(roots[0].epilogue.arithmetic, &kFloat16Arithmetic);
  EXPECT_EQ(roots[0].epilogue.store.as, StoredAs::kQuantized);
  EXPECT_FALSE(roots[0].epilogue.is_open());
}

TEST_F(Float16EpilogueTest, IsEmittedInTheModuleOfFloat16) {
  const auto input = build_.Runtime(kImage);
  const auto other = build_.Runtime(kImage);
  const auto sum = build_.Add(Relu(build_.Conv(input, kImage)), other, kImage);
  const auto output = build_.Conv(sum, kImage);
  const LoweredPartition lowered = Lower(Judge(), build_.AllPositions(), std::vector{input, other},
                                         std::vector{output}, {.float16 = std::span(&sum, 1)});
  ASSERT_EQ(lowered.graph.dispatches.size(), 2U);
  const gpu::Dispatch& dispatch = lowered.graph.dispatches[0];
  EXPECT_EQ(dispatch.missing_variant, "");
  EXPECT_EQ(dispatch.shader,
            gpu::FindModule(shaders::Conv2d::kModules, {.precision = gpu::Precision::kFloat16}));
  EXPECT_EQ(SpecWord(dispatch, "kResultFloat16"), 1U);
  // The convolution's own activation is the first step.
  EXPECT_EQ(SpecWord(dispatch, "kEpilogueCount"), 3U);
  EXPECT_EQ(SpecWord(dispatch, "kEpilogueOp1"), static_cast<uint32_t>(EpilogueOp::kRelu));
  EXPECT_EQ(SpecWord(dispatch, "kEpilogueOp2"), static_cast<uint32_t>(EpilogueOp::kAdd));
  const gpu::TensorId read = lowered.tensors[static_cast<size_t>(other)];
  EXPECT_EQ(std::ranges::count(dispatch.bindings, read), 1);
}

}  // namespace
}  // namespace litevk
