// Shapes of the operators that slide a window.
#include "runtime/opset/shapes/shape_inference.h"

#include <gtest/gtest.h>

#include <deque>
#include <limits>
#include <optional>

#include "runtime/tflite/builtin_params.h"
#include "tests/runtime/opset/shapes/shape_query.h"

namespace litevk::ir {
namespace {

abi::TfLiteConvParams ConvOptions(int padding, int stride, int dilation) {
  return {.padding = padding,
          .stride_width = stride,
          .stride_height = stride,
          .activation = 0,
          .dilation_width_factor = dilation,
          .dilation_height_factor = dilation};
}

constexpr int kSame = abi::kTfLitePaddingSame;

constexpr int kValid = abi::kTfLitePaddingValid;

TEST(ComputeWindow, FollowsTfLite) {
  struct Case {
    int padding, input, filter, stride, dilation, output, pad_before;
  };
  const Case cases[] = {
      {kSame, 8, 3, 1, 1, 8, 1},  {kSame, 8, 3, 2, 1, 4, 0},   // the odd zero goes after
      {kSame, 7, 3, 2, 1, 4, 1},  {kSame, 5, 3, 1, 2, 5, 2},   // dilated extent 5
      {kValid, 8, 3, 1, 1, 6, 0}, {kValid, 8, 3, 2, 1, 3, 0},  // the last pixel is unread
      {kValid, 9, 3, 1, 4, 1, 0}, {kSame, 4, 1, 3, 1, 2, 0},   // stride beyond the filter
      {kValid, 2, 3, 1, 1, 0, 0}, {kSame, 0, 3, 1, 1, 0, 0},
  };
  for (const Case& c : cases) {
    const WindowDim window = ComputeWindow(c.padding, c.input, c.filter, c.stride, c.dilation);
    EXPECT_EQ(window.output, c.output) << c.input << " filter " << c.filter << " stride " << c.stride;
    EXPECT_EQ(window.pad_before, c.pad_before) << c.input << " filter " << c.filter << " stride " << c.stride;
  }
  EXPECT_LT(ComputeWindow(kValid, 1, 9, 1, 1).output, 0);
}

TEST(InferConv2d, Shapes) {
  const auto node = [](Shape input, Shape filter, abi::TfLiteConvParams options) {
    return NodeUnderTest()
        .Input(std::move(input))
        .Input(std::move(filter))
        .Options(options)
        .Run(&InferConv2d);
  };
  EXPECT_EQ(node({2, 9, 8, 3}, {5, 3, 3, 3}, ConvOptions(kSame, 2, 1)), "2x5x4x5");
  EXPECT_EQ(node({1, 9, 8, 6}, {4, 3, 3, 3}, ConvOptions(kValid, 1, 2)), "1x5x4x4");  // two groups
  EXPECT_EQ(node({1, 2, 8, 1}, {4, 3, 3, 1}, ConvOptions(kValid, 1, 1)), "1x0x6x4");
  EXPECT_EQ(node({1, 8, 8, 3}, {5, 3, 3}, ConvOptions(kSame, 1, 1)), "error: filter has 3 dims, expected 4");
  EXPECT_EQ(node({1, 8, 8, 3}, {5, 3, 3, 2}, ConvOptions(kSame, 1, 1)),
            "error: input has 3 channels, expected a multiple of 2 as in the filter");
  EXPECT_EQ(node({1, 8, 8, 4}, {5, 3, 3, 2}, ConvOptions(kSame, 1, 1)),
            "error: filter has 5 output channels, expected a multiple of 2 groups");
  EXPECT_EQ(node({1, 8, 8, 4}, {5, 3, 3, 0}, ConvOptions(kSame, 1, 1)),
            "error: input has 4 channels, expected a multiple of 0 as in the filter");
  EXPECT_EQ(node({1, 8, 8, 3}, {5, 3, 3, 3}, ConvOptions(kSame, 0, 1)),
            "error: stride is 0, expected 1 or more");
  EXPECT_EQ(node({1, 8, 8, 3}, {5, 3, 3, 3}, ConvOptions(0, 1, 1)),
            "error: padding is 0, expected SAME or VALID");
  EXPECT_EQ(node({1, 1, 8, 3}, {5, 9, 3, 3}, ConvOptions(kValid, 1, 1)),
            "error: a window of 9 does not fit into an input of 1");
  EXPECT_EQ(node({1, -1, 8, 3}, {5, 3, 3, 3}, ConvOptions(kSame, 1, 1)),
            "error: an input has the negative dim -1");
}

TEST(InferConv2d, BiasAndMissingInputs) {
  const auto options = ConvOptions(kSame, 1, 1);
  NodeUnderTest good;
  good.Input({1, 4, 4, 3}).Input({5, 1, 1, 3}).Absent().Options(options);
  EXPECT_EQ(good.Run(&InferConv2d), "1x4x4x5");
  NodeUnderTest short_bias;
  short_bias.Input({1, 4, 4, 3}).Input({5, 1, 1, 3}).Input({4}).Options(options);
  EXPECT_EQ(short_bias.Run(&InferConv2d), "error: bias has 4 elements, expected 5");
  EXPECT_EQ(NodeUnderTest().Input({1, 4, 4, 3}).Options(options).Run(&InferConv2d),
            "error: input 1 is missing, expected 2 inputs");
  EXPECT_EQ(NodeUnderTest().Absent().Input({5, 1, 1, 3}).Run(&InferConv2d),
            "error: input 0 is missing, expected 2 inputs");
}

TEST(InferDepthwiseConv2d, DerivesChannelsFromTheFilter) {
  abi::TfLiteDepthwiseConvParams options = {};
  options.padding = kSame;
  options.stride_height = 2;
  options.stride_width = 1;
  options.depth_multiplier = 9;  // stale
  options.dilation_height_factor = options.dilation_width_factor = 1;
  const auto node = [&](Shape filter) {
    return NodeUnderTest()
        .Input({1, 5, 6, 3})
        .Input(std::move(filter))
        .Options(options)
        .Run(&InferDepthwiseConv2d);
  };
  EXPECT_EQ(node({1, 3, 3, 6}), "1x3x6x6");
  EXPECT_EQ(node({1, 3, 3, 7}), "error: filter has 7 channels, expected a multiple of the input's 3");
  EXPECT_EQ(node({2, 3, 3, 6}), "error: filter dim 0 is 2, expected 1");
}

TEST(InferTransposeConv, TakesTheStoredShape) {
  const abi::TfLiteTransposeConvParams options = {
      .padding = kSame, .stride_width = 2, .stride_height = 2, .activation = 0};
  const auto node = [&](std::vector<int> dims) {
    return NodeUnderTest()
        .Ints(std::move(dims))
        .Input({4, 3, 3, 2})
        .Input({1, 5, 5, 2})
        .Options(options)
        .Run(&InferTransposeConv);
  };
  EXPECT_EQ(node({1, 10, 9, 4}), "1x10x9x4");
  EXPECT_EQ(node({1, 10, 9}), "error: output shape has 3 values, expected 4");
  EXPECT_EQ(node({2, 10, 9, 5}), "error: output shape has batch 2 and 5 channels, expected 1 and 4");
  EXPECT_EQ(node({1, -10, 9, 4}), "error: output dim 1 is -10, expected 0 to 2147483647");
  NodeUnderTest computed;
  computed.Input({4}, DataType::kInt32).Input({4, 3, 3, 2}).Input({1, 5, 5, 2}).Options(options);
  EXPECT_EQ(computed.Run(&InferTransposeConv), "error: output shape is not a dense constant of the model");
}

TEST(InferPool2d, Shapes) {
  const abi::TfLitePoolParams options = {.padding = kValid,
                                         .stride_width = 1,
                                         .stride_height = 2,
                                         .filter_width = 2,
                                         .filter_height = 3,
                                         .activation = 0};
  EXPECT_EQ(NodeUnderTest().Input({2, 7, 5, 3}).Options(options).Run(&InferPool2d), "2x3x4x3");
  EXPECT_EQ(NodeUnderTest().Input({7, 5, 3}).Options(options).Run(&InferPool2d),
            "error: input has 3 dims, expected 4");
  abi::TfLitePoolParams empty_filter = options;
  empty_filter.filter_height = 0;
  EXPECT_EQ(NodeUnderTest().Input({2, 7, 5, 3}).Options(empty_filter).Run(&InferPool2d),
            "error: filter size is 0, expected 1 or more");
}

}  // namespace
}  // namespace litevk::ir
