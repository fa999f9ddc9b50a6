// Shape functions on hand-computed shapes and on invalid nodes.
#include "runtime/opset/shapes/shape_inference.h"

#include <gtest/gtest.h>

#include <deque>
#include <limits>
#include <optional>

#include "runtime/tflite/builtin_params.h"
#include "tests/runtime/opset/shapes/shape_query.h"

namespace litevk::ir {
namespace {

TEST(InferFullyConnected, Shapes) {
  abi::TfLiteFullyConnectedParams options = {};
  const auto node = [&](Shape input) {
    return NodeUnderTest()
        .Input(std::move(input))
        .Input({7, 6})
        .Absent()
        .Options(options)
        .Run(&InferFullyConnected);
  };
  EXPECT_EQ(node({2, 3, 6}), "6x7");
  EXPECT_EQ(node({2, 3, 2}), "2x7");
  EXPECT_EQ(node({4, 5}), "3x7");
  EXPECT_EQ(node({5}), "0x7");
  EXPECT_EQ(node({}), "error: input is a scalar, expected rows of 6 as in the filter");
  options.keep_num_dims = true;
  EXPECT_EQ(node({2, 3, 6}), "2x3x7");
  EXPECT_EQ(node({2, 3, 2}), "error: input has dims 2x3x2, expected 6 as the last");
  EXPECT_EQ(node({}), "error: input has dims scalar, expected 6 as the last");
}

TEST(InferPad, Shapes) {
  const auto node = [](std::vector<int> paddings, Shape dims) {
    return NodeUnderTest().Input({2, 3}).Ints(std::move(paddings), std::move(dims)).Run(&InferPad);
  };
  EXPECT_EQ(node({0, 1, 2, 3}, {2, 2}), "3x8");
  EXPECT_EQ(node({0, 1, 2, -3}, {2, 2}), "error: a padding is -3, expected 0 or more");
  EXPECT_EQ(node({0, 1}, {1, 2}), "error: paddings has dims 1x2, expected 2x2");
  EXPECT_EQ(node({0, 1}, {2, 2}), "error: paddings stores 2 values, expected 4");
  EXPECT_EQ(node({0, 0, 0, std::numeric_limits<int>::max()}, {2, 2}),
            "error: output dim 1 is 2147483650, expected 0 to 2147483647");
  EXPECT_EQ(NodeUnderTest().Input({2, 3}).Input({2, 2}, DataType::kFloat32).Run(&InferPad),
            "error: paddings is float32, expected a signed integer type or bool");
}

TEST(InferConcatenation, Shapes) {
  const auto node = [](int axis, Shape second) {
    const abi::TfLiteConcatenationParams options = {.axis = axis, .activation = 0};
    return NodeUnderTest()
        .Input({2, 3, 4})
        .Input(std::move(second))
        .Options(options)
        .Run(&InferConcatenation);
  };
  EXPECT_EQ(node(1, {2, 5, 4}), "2x8x4");
  EXPECT_EQ(node(-1, {2, 3, 1}), "2x3x5");
  EXPECT_EQ(node(3, {2, 3, 4}), "error: axis is 3, expected less than the 3 dims of the input");
  EXPECT_EQ(node(1, {2, 5}), "error: a concatenated input has 2 dims, expected 3");
  EXPECT_EQ(node(1, {1, 3, 4}), "error: a concatenated input has dims 1x3x4, expected 2x3x4 but for axis 1");
  EXPECT_EQ(NodeUnderTest().Run(&InferConcatenation), "error: input 0 is missing, expected 1 inputs");
}

TEST(InferReshape, FromTheShapeInput) {
  const auto node = [](Shape input, std::vector<int> shape) {
    return NodeUnderTest().Input(std::move(input)).Ints(std::move(shape)).Run(&InferReshape);
  };
  EXPECT_EQ(node({2, 3, 4}, {6, -1}), "6x4");
  EXPECT_EQ(node({1, 1}, {}), "scalar");
  EXPECT_EQ(node({0, 3}, {-1, 3}), "0x3");
  EXPECT_EQ(node({2, 3}, {4, -1}), "error: shape 4x1 does not hold the 6 elements of the input");
  EXPECT_EQ(node({2, 3}, {-1, -1}), "error: shape has a dim of -1, expected 0 or more and one -1");
  EXPECT_EQ(node({2, 3}, {-2, -3}), "error: shape has a dim of -2, expected 0 or more and one -1");
}

TEST(InferReshape, FromTheOption) {
  const abi::TfLiteReshapeParams options = {.shape = {3, -1}, .num_dimensions = 2};
  EXPECT_EQ(NodeUnderTest().Input({2, 6}).Options(options).Run(&InferReshape), "3x4");
  EXPECT_EQ(NodeUnderTest().Input({2, 6}).Input({2}, DataType::kInt64).Options(options).Run(&InferReshape),
            "3x4");
  const abi::TfLiteReshapeParams old_scalar = {.shape = {0}, .num_dimensions = 1};
  EXPECT_EQ(NodeUnderTest().Input({1}).Options(old_scalar).Run(&InferReshape), "scalar");
  const abi::TfLiteReshapeParams broken = {.shape = {}, .num_dimensions = 9};
  EXPECT_EQ(NodeUnderTest().Input({1}).Options(broken).Run(&InferReshape),
            "error: the shape option has 9 dims, expected 0 to 8");
  EXPECT_EQ(NodeUnderTest().Input({1}).Run(&InferReshape), "error: no shape input and no shape option");
  // A shape that the graph computes takes precedence over the option, so the result is not known.
  EXPECT_EQ(NodeUnderTest().Input({2, 6}).Input({2}, DataType::kInt32).Options(options).Run(&InferReshape),
            "error: shape is not a dense constant of the model");
}

TEST(InferReduce, Shapes) {
  const auto node = [](Shape input, std::vector<int> axes, bool keep_dims) {
    const abi::TfLiteReducerParams options = {.keep_dims = keep_dims};
    return NodeUnderTest().Input(std::move(input)).Ints(std::move(axes)).Options(options).Run(&InferReduce);
  };
  EXPECT_EQ(node({2, 3, 4, 5}, {1, 2}, false), "2x5");
  EXPECT_EQ(node({2, 3, 4, 5}, {-3, 1, 2}, true), "2x1x1x5");
  EXPECT_EQ(node({2, 3}, {0, 1}, false), "scalar");
  EXPECT_EQ(node({}, {7}, false), "scalar");
  EXPECT_EQ(node({2, 3}, {2}, false), "error: axis is 2, expected less than the 2 dims of the input");
  EXPECT_EQ(node({2, 3}, {-3}, false), "error: axis is -3, expected less than the 2 dims of the input");
}

TEST(InferResize, Shapes) {
  const auto node = [](std::vector<int> size) {
    return NodeUnderTest().Input({2, 3, 4, 5}).Ints(std::move(size)).Run(&InferResize);
  };
  EXPECT_EQ(node({6, 7}), "2x6x7x5");
  EXPECT_EQ(node({6, 0}), "error: size is 6x0, expected 1 or more");
  EXPECT_EQ(node({6}), "error: size has 1 values, expected 2");
}

TEST(InferBlocks, Shapes) {
  const abi::TfLiteBlockSizeParams two = {.block_size = 2};
  EXPECT_EQ(NodeUnderTest().Input({1, 2, 3, 8}).Options(two).Run(&InferDepthToSpace), "1x4x6x2");
  EXPECT_EQ(NodeUnderTest().Input({1, 2, 3, 6}).Options(two).Run(&InferDepthToSpace),
            "error: input has 6 channels, expected a multiple of 4");
  EXPECT_EQ(NodeUnderTest().Input({1, 4, 6, 2}).Options(two).Run(&InferSpaceToDepth), "1x2x3x8");
  EXPECT_EQ(NodeUnderTest().Input({1, 4, 5, 2}).Options(two).Run(&InferSpaceToDepth),
            "error: input has dims 1x4x5x2, expected a height and width that are multiples of 2");
  EXPECT_EQ(NodeUnderTest().Input({1, 4, 6, 2}).Run(&InferSpaceToDepth),
            "error: block size is 0, expected 1 or more");
}

TEST(BroadcastInputs, Shapes) {
  EXPECT_EQ(NodeUnderTest().Input({2, 1, 4}).Input({3, 1}).Run(&BroadcastInputs), "2x3x4");
  EXPECT_EQ(NodeUnderTest().Input({}).Input({3}).Run(&BroadcastInputs), "3");
  EXPECT_EQ(NodeUnderTest().Input({0, 1}).Input({1, 4}).Run(&BroadcastInputs), "0x4");
  EXPECT_EQ(NodeUnderTest().Input({2, 3}).Input({2}).Run(&BroadcastInputs),
            "error: inputs have dims 2x3 and 2, expected equal dims or 1");
  EXPECT_EQ(NodeUnderTest().Input({65536, 1}).Input({1, 65536}).Run(&BroadcastInputs),
            "error: output has dims 65536x65536, expected at most 2147483647 elements");
}

struct Masks {
  int begin = 0, end = 0, ellipsis = 0, new_axis = 0, shrink = 0;
  bool offset = false;

  abi::TfLiteStridedSliceParams Options() const { return {begin, end, ellipsis, new_axis, shrink, offset}; }
};

struct SliceCase {
  Shape input;
  std::vector<int> begin, end, stride;
  Masks masks;
  std::string output;
};

std::string RunSlice(const SliceCase& slice) {
  NodeUnderTest node;
  node.Input(slice.input).Ints(slice.begin).Ints(slice.end).Ints(slice.stride).Options(slice.masks.Options());
  return node.Run(&InferStridedSlice);
}

TEST(InferStridedSlice, Shapes) {
  const SliceCase cases[] = {
      {{5, 6}, {1, 0}, {4, 6}, {2, 4}, {}, "2x2"},
      {{5}, {-2}, {100}, {1}, {}, "2"},  // ends are clamped
      {{5}, {4}, {-6}, {-2}, {}, "3"},   // elements 4, 2, 0
      {{5}, {3}, {1}, {1}, {}, "0"},     // nothing
      {{5, 6}, {2, 2}, {3, 3}, {1, 1}, {.begin = 1, .end = 2}, "3x4"},
      {{5, 6}, {2, 2}, {3, 9}, {-1, 1}, {.begin = 1}, "1x4"},  // from the last, backwards
      {{5, 6}, {2}, {3}, {1}, {}, "1x6"},                      // further axes whole
      {{5, 6, 7}, {0, 1}, {0, 4}, {1, 1}, {.ellipsis = 1}, "5x6x3"},
      {{5, 6}, {0, 0, 1}, {0, 0, 3}, {1, 1, 1}, {.ellipsis = 1, .new_axis = 2}, "5x1x2"},
      {{5, 6}, {0, 1}, {0, 3}, {1, 1}, {.new_axis = 1}, "1x2x6"},
      {{5, 6}, {-1, 1}, {0, 3}, {1, 1}, {.shrink = 1}, "2"},
      {{5}, {1}, {3}, {1}, {.offset = true}, "3"},
  };
  for (const SliceCase& slice : cases) EXPECT_EQ(RunSlice(slice), slice.output);
}

TEST(InferStridedSlice, BrokenNodes) {
  const SliceCase cases[] = {
      {{5}, {0}, {1}, {0}, {}, "error: stride 0 is 0"},
      {{5},
       {0, 0},
       {1, 1},
       {1, 1},
       {},
       "error: begin has entries for 2 dims, expected at most 1 as in the input"},
      {{5},
       {0},
       {1, 1},
       {1},
       {},
       "error: begin, end and strides have 1, 2 and 1 values, expected equal counts"},
      {{5}, {5}, {6}, {1}, {.shrink = 1}, "error: entry 0 picks element 5 with stride 1 of a dim of 5"},
      {{5, 6}, {0, 0}, {1, 1}, {1, 1}, {.ellipsis = 3}, "error: ellipsis_mask names 2 entries, expected 1"},
      {{5}, {0, 0}, {1, 1}, {1, 1}, {.ellipsis = 1}, "error: the ellipsis covers no axis"},
      {{5},
       {3},
       {4},
       {1},
       {.offset = true},
       "error: entry 0 ends at 7 by its offset, expected an end inside the dim of 5"},
      {{5, 6}, {3}, {1}, {1}, {.offset = true}, "error: offset needs an entry for each of the 2 dims"},
  };
  for (const SliceCase& slice : cases) EXPECT_EQ(RunSlice(slice), slice.output);
  EXPECT_EQ(NodeUnderTest().Input({5}).Ints({0}).Ints({1}).Run(&InferStridedSlice),
            "error: input 3 is missing, expected 4 inputs");
}

TEST(ResolveStridedSlice, RangesOnTheInputsOwnAxes) {
  const Masks masks = {.ellipsis = 2, .new_axis = 1, .shrink = 8};
  NodeUnderTest node;
  node.Input({4, 5, 6}).Ints({0, 0, 3, -2}).Ints({0, 0, 0, 0}).Ints({1, 1, -2, 1}).Options(masks.Options());
  const Result<SliceRange> range = node.Slice();
  ASSERT_TRUE(range.ok()) << range.status().message();
  EXPECT_EQ(range->begin, (std::vector<int>{0, 3, 4}));
  EXPECT_EQ(range->stride, (std::vector<int>{1, -2, 1}));
  EXPECT_EQ(range->size, (std::vector<int>{4, 2, 1}));
  EXPECT_EQ(range->output, (Shape{1, 4, 2}));
}

}  // namespace
}  // namespace litevk::ir
