#include "delegate/partition/only_here.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

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

// True if TFLite's interpreter cannot run one node with these scales.
bool IsOnlyHere(int op_code, const Scales& scales, ir::DataType type = ir::DataType::kInt8,
                CpuKernels cpu = CpuKernels::kXnnpack, const ir::Shape& right = {4},
                bool is_shifted = false) {
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
    return IsOnlyHere(op, {0.5F, 0.5F, 0.5F}, ir::DataType::kInt16, CpuKernels::kXnnpack, right, true);
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

TEST(OnlyHereTest, ReductionsOfBools) {
  constexpr std::array kOnlyIntegers = {abi::kTfLiteBuiltinReduceMax, abi::kTfLiteBuiltinReduceMin,
                                        abi::kTfLiteBuiltinReduceProd, abi::kTfLiteBuiltinSum};
  for (const int op : kOnlyIntegers) {
    EXPECT_TRUE(IsOnlyHere(op, {1, 1, 0}, ir::DataType::kBool));
    EXPECT_FALSE(IsOnlyHere(op, {1, 1, 0}, ir::DataType::kInt32));
  }
  EXPECT_FALSE(IsOnlyHere(abi::kTfLiteBuiltinReduceAny, {1, 1, 0}, ir::DataType::kBool));
}

TEST(OnlyHereTest, ConvolutionsWithoutABias) {
  for (const int op : {abi::kTfLiteBuiltinConv2d, abi::kTfLiteBuiltinDepthwiseConv2d}) {
    ModelBuilder model;
    const int x = model.Input({1, 4, 4, 2});
    const int bias = model.Input({2});
    model.Node(op, {x, x, bias}, {1, 4, 4, 2});
    model.Node(op, {x, x}, {1, 4, 4, 2});
    model.Node(op, {x, x, ir::kAbsent}, {1, 4, 4, 2});
    EXPECT_EQ(FindOnlyHere(model.graph(), std::vector<bool>(3), CpuKernels::kXnnpack),
              (std::vector<bool>{false, true, true}));
  }
}

TEST(OnlyHereTest, ExponentsThatDoNotScale) {
  const auto is_only_here = [](int op, float scale, float beta,
                               ir::DataType output = ir::DataType::kInt8) -> bool {
    ModelBuilder model;
    const int x = model.Input({4}, ir::DataType::kInt8);
    model.tensor(x).quantization = {{scale}, {0}, 0, 0};
    model.tensor(model.Node(op, {x}, {4}, abi::TfLiteSoftmaxParams{beta})).type = output;
    return FindOnlyHere(model.graph(), {false}, CpuKernels::kXnnpack)[0];
  };
  constexpr float kMost = 0x1p-26F;
  EXPECT_TRUE(is_only_here(abi::kTfLiteBuiltinSoftmax, kMost, 1));
  EXPECT_TRUE(is_only_here(abi::kTfLiteBuiltinSoftmax, 2 * kMost, 0.5F));
  EXPECT_FALSE(is_only_here(abi::kTfLiteBuiltinSoftmax, 2 * kMost, 1));
  EXPECT_FALSE(is_only_here(abi::kTfLiteBuiltinSoftmax, kMost, 1, ir::DataType::kInt16));
  EXPECT_TRUE(is_only_here(abi::kTfLiteBuiltinLogSoftmax, kMost, 8)) << "it has no beta";
  EXPECT_FALSE(is_only_here(abi::kTfLiteBuiltinLogSoftmax, 2 * kMost, 1));
}

TEST(OnlyHereTest, TypesThatAreRefused) {
  const auto is_only_here = [](int op, ir::DataType type, const ir::Shape& dims = {2, 3}) -> bool {
    ModelBuilder model;
    const int x = model.Input(dims, type);
    model.tensor(model.Node(op, {x, model.Input({1}, ir::DataType::kInt32)}, dims)).type = type;
    return FindOnlyHere(model.graph(), {false}, CpuKernels::kXnnpack)[0];
  };
  for (const int op : {abi::kTfLiteBuiltinArgMax, abi::kTfLiteBuiltinArgMin}) {
    EXPECT_TRUE(is_only_here(op, ir::DataType::kInt16));
    EXPECT_TRUE(is_only_here(op, ir::DataType::kInt64));
    EXPECT_FALSE(is_only_here(op, ir::DataType::kInt32));
  }
  EXPECT_TRUE(is_only_here(abi::kTfLiteBuiltinZerosLike, ir::DataType::kInt8));
  EXPECT_FALSE(is_only_here(abi::kTfLiteBuiltinZerosLike, ir::DataType::kInt32));
  EXPECT_TRUE(is_only_here(abi::kTfLiteBuiltinConcatenation, ir::DataType::kFloat32, {}));
  EXPECT_FALSE(is_only_here(abi::kTfLiteBuiltinConcatenation, ir::DataType::kFloat32, {3}));
}

TEST(OnlyHereTest, DimsThatAreRefused) {
  const auto is_only_here = [](int op, const ir::Shape& left, const ir::Shape& right) -> bool {
    ModelBuilder model;
    const int x = model.Input(left);
    model.Node(op, {x, model.Input(right)}, left);
    return FindOnlyHere(model.graph(), {false}, CpuKernels::kXnnpack)[0];
  };
  EXPECT_TRUE(is_only_here(abi::kTfLiteBuiltinBatchMatmul, {1, 1, 1, 1, 2, 2}, {2, 2}));
  EXPECT_TRUE(is_only_here(abi::kTfLiteBuiltinBatchMatmul, {2, 2}, {1, 1, 1, 1, 2, 2}));
  EXPECT_FALSE(is_only_here(abi::kTfLiteBuiltinBatchMatmul, {1, 1, 1, 2, 2}, {2, 2}));
  for (const int op : {abi::kTfLiteBuiltinBatchToSpaceNd, abi::kTfLiteBuiltinSpaceToBatchNd}) {
    EXPECT_TRUE(is_only_here(op, {4, 1, 1, 1, 2}, {3}));
    EXPECT_TRUE(is_only_here(op, {4, 1, 1, 2}, {1}));
    EXPECT_FALSE(is_only_here(op, {4, 1, 1, 2}, {2}));
    EXPECT_FALSE(is_only_here(op, {4, 1, 2}, {1}));
  }
}

TEST(OnlyHereTest, NodesWithoutAKernel) {
  ModelBuilder model;
  const int x = model.Input({4});
  model.Node(kCustomTransformLandmarks, {x}, {4});
  model.Node(kCustomMaxUnpooling2D, {x}, {4});
  for (const CpuKernels cpu : {CpuKernels::kXnnpack, CpuKernels::kLitevk}) {
    EXPECT_EQ(FindOnlyHere(model.graph(), {true, true}, cpu), (std::vector<bool>{true, true}))
        << "XNNPACK would take the second one, which nobody can know";
    EXPECT_EQ(FindOnlyHere(model.graph(), {false, false}, cpu), (std::vector<bool>{false, false}));
  }
}

}  // namespace
}  // namespace litevk
