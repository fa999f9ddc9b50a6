#include "delegate/partition/only_here.h"

#include <gtest/gtest.h>

#include "runtime/opset/custom_codes.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/host/model_builder.h"

namespace litevk {
namespace {

using test::ModelBuilder;

struct Scales {
  float left;
  float right;
  float output;
};

// Whether TFLite's interpreter cannot run one node of these scales.
bool IsOnlyHere(int op_code, const Scales& scales, ir::DataType type = ir::DataType::kInt8,
                CpuKernels cpu = CpuKernels::kTflite, const ir::Shape& right = {4}, bool is_shifted = false) {
  ModelBuilder model;
  const int a = model.Input({4}, type);
  const int b = model.Input(right, type);
  const abi::TfLiteAddParams params = {abi::kTfLiteActNone, is_shifted};
  const int y = model.Node(op_code, {a, b}, {4}, params);
  model.tensor(y).type = type;
  model.tensor(a).quantization = {{scales.left}, {0}, 0, 0};
  model.tensor(b).quantization = {{scales.right}, {0}, 0, 0};
  if (scales.output > 0) model.tensor(y).quantization = {{scales.output}, {0}, 0, 0};
  return FindOnlyHere(model.graph(), {false}, cpu)[0];
}

TEST(OnlyHereTest, SumsThatAreScaledUp) {
  constexpr float kLeast = 1.0F / (1 << 19);  // the output's scale for which a sum is scaled by 1
  for (const int op : {abi::kTfLiteBuiltinAdd, abi::kTfLiteBuiltinSub}) {
    EXPECT_FALSE(IsOnlyHere(op, {1, 1, 1}));
    EXPECT_FALSE(IsOnlyHere(op, {1, 0.5F, 1.01F * kLeast}));
    EXPECT_TRUE(IsOnlyHere(op, {1, 0.5F, kLeast}));
    EXPECT_TRUE(IsOnlyHere(op, {0.5F, 1, kLeast / 4}));
    EXPECT_FALSE(IsOnlyHere(op, {1, 1, kLeast}, ir::DataType::kInt8, CpuKernels::kLitevk));
  }
  EXPECT_FALSE(IsOnlyHere(abi::kTfLiteBuiltinMul, {1, 1, kLeast}));
}

TEST(OnlyHereTest, SquaresThatAreScaledUp) {
  EXPECT_FALSE(IsOnlyHere(abi::kTfLiteBuiltinSquaredDifference, {1, 1, 1}));
  EXPECT_TRUE(IsOnlyHere(abi::kTfLiteBuiltinSquaredDifference, {1, 1, 1.0F / (1 << 13)}));
}

TEST(OnlyHereTest, ShiftsOfWhatIsBroadcast) {
  const auto is_only_here = [](int op, const ir::Shape& right) {
    return IsOnlyHere(op, {0.5F, 0.5F, 0.5F}, ir::DataType::kInt16, CpuKernels::kTflite, right, true);
  };
  EXPECT_FALSE(is_only_here(abi::kTfLiteBuiltinAdd, {4}));
  EXPECT_TRUE(is_only_here(abi::kTfLiteBuiltinAdd, {1}));
  EXPECT_FALSE(is_only_here(abi::kTfLiteBuiltinSub, {1}));
}

TEST(OnlyHereTest, ComparisonsOfScalesFromOneOn) {
  for (const int op : {abi::kTfLiteBuiltinEqual, abi::kTfLiteBuiltinLess}) {
    EXPECT_FALSE(IsOnlyHere(op, {0.99F, 0.5F, 0}));
    EXPECT_TRUE(IsOnlyHere(op, {0.5F, 1, 0}));
    EXPECT_TRUE(IsOnlyHere(op, {2, 0.5F, 0}));
    EXPECT_FALSE(IsOnlyHere(op, {1, 1, 0}, ir::DataType::kInt16)) << "their scales are not read";
  }
}

TEST(OnlyHereTest, NodesWithoutAKernel) {
  ModelBuilder model;
  const int x = model.Input({4});
  model.Node(kCustomTransformLandmarks, {x}, {4});
  model.Node(kCustomMaxUnpooling2D, {x}, {4});
  EXPECT_EQ(FindOnlyHere(model.graph(), {true, true}, CpuKernels::kTflite), (std::vector<bool>{true, false}))
      << "XNNPACK takes the second one";
  EXPECT_EQ(FindOnlyHere(model.graph(), {true, true}, CpuKernels::kLitevk), (std::vector<bool>{true, true}));
}

}  // namespace
}  // namespace litevk
