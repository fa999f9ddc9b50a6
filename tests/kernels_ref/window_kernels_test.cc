// Kernels that slide a window, or multiply by a matrix, called without an interpreter.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <deque>
#include <limits>
#include <numeric>
#include <set>
#include <string_view>

#include "delegate/kernel/op_spec.h"
#include "runtime/opset/run_node.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/kernels_ref/kernel_calls.h"

namespace litevk::ref {
namespace {

using ::testing::ElementsAre;
using ::testing::FloatNear;
using ::testing::Pointwise;
constexpr int kSame = abi::kTfLitePaddingSame;

constexpr int kValid = abi::kTfLitePaddingValid;

TEST(Conv2d, SamePaddingAndBias) {
  const abi::TfLiteConvParams options = {kSame, 1, 1, abi::kTfLiteActNone, 1, 1};
  Node node(abi::kTfLiteBuiltinConv2d);
  node.Input<float>({1, 2, 3, 1}, {1, 2, 3, 4, 5, 6})
      .Input<float>({1, 3, 3, 1}, Floats(9, 1))
      .Options(options);
  EXPECT_THAT(node.Values(), ElementsAre(12, 21, 16, 12, 21, 16));
  EXPECT_THAT(node.Input<float>({1}, {0.5F}).Values(), ElementsAre(12.5F, 21.5F, 16.5F, 12.5F, 21.5F, 16.5F));
}

TEST(Conv2d, StrideDilationAndActivation) {
  // Width 5 under taps 2 apart: columns {0, 2} and {2, 4}.
  const abi::TfLiteConvParams options = {kValid, 2, 1, abi::kTfLiteActRelu, 2, 1};
  Node node(abi::kTfLiteBuiltinConv2d);
  node.Input<float>({2, 1, 5, 1}, {1, 9, 2, 9, 3, 4, 9, 5, 9, -6}).Input<float>({1, 1, 2, 1}, {1, 10});
  EXPECT_THAT(node.Options(options).Values(), ElementsAre(21, 32, 54, 0));
}

TEST(Conv2d, Groups) {
  const abi::TfLiteConvParams options = {kValid, 1, 1, abi::kTfLiteActNone, 1, 1};
  Node node(abi::kTfLiteBuiltinConv2d);
  node.Input<float>({1, 1, 2, 4}, {1, 2, 3, 4, 5, 6, 7, 8});
  node.Input<float>({4, 1, 1, 2}, {1, 0, 0, 1, 1, 1, 1, -1}).Options(options);
  EXPECT_THAT(node.Values(), ElementsAre(1, 2, 7, -1, 5, 6, 15, -1));
}

TEST(DepthwiseConv2d, MultiplierFromTheShapes) {
  const abi::TfLiteDepthwiseConvParams options = {kValid, 1, 1, 0, abi::kTfLiteActNone, 1, 1};
  Node node(abi::kTfLiteBuiltinDepthwiseConv2d);
  node.Input<float>({1, 1, 2, 2}, {1, 2, 3, 4});
  node.Input<float>({1, 1, 2, 4}, {1, 10, 100, 1000, 1, 1, 1, 1}).Input<float>({4}, {0, 0, 0, 5});
  EXPECT_THAT(node.Options(options).Values(), ElementsAre(4, 13, 204, 2009));
}

TEST(TransposeConv, ScattersWithBiasAndActivation) {
  const abi::TfLiteTransposeConvParams options = {kValid, 2, 1, abi::kTfLiteActRelu};
  Node node(abi::kTfLiteBuiltinTransposeConv);
  node.Input<int>({4}, {1, 1, 5, 1})
      .Input<float>({1, 1, 3, 1}, {1, 2, 3})
      .Input<float>({1, 1, 2, 1}, {1, -10});
  EXPECT_THAT(node.Options(options).Values(), ElementsAre(1, 2, 0, 0, 0));
  EXPECT_THAT(node.Input<float>({1}, {8}).Values(), ElementsAre(9, 10, 1, 0, 0));
}

TEST(TransposeConv, SamePaddingCutsTheBorder) {
  const abi::TfLiteTransposeConvParams options = {kSame, 1, 1, abi::kTfLiteActNone};
  Node node(abi::kTfLiteBuiltinTransposeConv);
  // Two output channels; the window of 3 starts one column before the output.
  node.Input<int>({4}, {1, 1, 3, 2}).Input<float>({2, 1, 3, 1}, {1, 2, 3, 0, 1, 0});
  node.Input<float>({1, 1, 3, 1}, {1, 10, 100});
  EXPECT_THAT(node.Options(options).Values(), ElementsAre(12, 1, 123, 10, 230, 100));
}

TEST(TransposeConv, StrideFarBeyondTheOutput) {
  const abi::TfLiteTransposeConvParams options = {kValid, 750'000'000, 1, abi::kTfLiteActNone};
  Node node(abi::kTfLiteBuiltinTransposeConv);
  node.Input<int>({4}, {1, 1, 3, 1}).Input<float>({1, 1, 2, 1}, {1, 2}).Input<float>({1, 1, 1, 1}, {5});
  EXPECT_THAT(node.Options(options).Values(), ElementsAre(5, 10, 0));
}

TEST(FullyConnected, WithAndWithoutBias) {
  Node node(abi::kTfLiteBuiltinFullyConnected);
  node.Input<float>({2, 1, 2}, {1, 2, 3, 4}).Input<float>({3, 2}, {1, 0, 0, 1, 1, 1});
  EXPECT_THAT(node.Values(), ElementsAre(1, 2, 3, 3, 4, 7));
  node.Input<float>({3}, {-2, 0, 1})
      .Options(abi::TfLiteFullyConnectedParams{abi::kTfLiteActRelu6, 0, true, false});
  EXPECT_THAT(node.Values(), ElementsAre(0, 2, 4, 1, 4, 6));
}

TEST(Pool2d, PaddingDoesNotCount) {
  const abi::TfLitePoolParams options = {kSame, 2, 2, 3, 3, abi::kTfLiteActNone};
  const Floats image = {-1, -2, -3, -4, -5, -6, -7, -8, -9};
  const auto run = [&](int op_code) {
    return Node(op_code).Input<float>({1, 3, 3, 1}, image).Options(options).Values();
  };
  EXPECT_THAT(run(abi::kTfLiteBuiltinAveragePool2d), ElementsAre(-3, -4, -6, -7));
  EXPECT_THAT(run(abi::kTfLiteBuiltinMaxPool2d), ElementsAre(-1, -2, -4, -5));
}

TEST(Pool2d, TakesNoTimeOverAFilterBeyondTheImage) {
  // 2 * 10^14 taps, nine of which lie inside the image.
  const abi::TfLitePoolParams options = {kSame, 1, 1, 20'000'001, 10'000'001, abi::kTfLiteActNone};
  const Floats image = {-1, -2, -3, -4, -5, -6, -7, -8, -9};
  const auto run = [&](int op_code) {
    return Node(op_code).Input<float>({1, 3, 3, 1}, image).Options(options).Values();
  };
  EXPECT_THAT(run(abi::kTfLiteBuiltinAveragePool2d), Pointwise(FloatNear(0), Floats(9, -5)));
  EXPECT_THAT(run(abi::kTfLiteBuiltinMaxPool2d), Pointwise(FloatNear(0), Floats(9, -1)));
}

TEST(Pool2d, ClampsByTheActivation) {
  const abi::TfLitePoolParams options = {kValid, 1, 1, 2, 1, abi::kTfLiteActReluN1To1};
  Node node(abi::kTfLiteBuiltinMaxPool2d);
  node.Input<float>({1, 1, 3, 2}, {-9, 0, -8, 0.5F, 4, -1}).Options(options);
  EXPECT_THAT(node.Values(), ElementsAre(-1, 0.5F, 1, 0.5F));
}

}  // namespace
}  // namespace litevk::ref
