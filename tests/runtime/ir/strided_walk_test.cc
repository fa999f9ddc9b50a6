// Walks in as few dims as possible, compared with the same walk dim by dim.
#include "runtime/ir/strided_walk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <random>

namespace litevk::ir {
namespace {

using testing::ElementsAre;

// Calls visit(index) for all indices along dims of these sizes, the last one varying fastest.
void ForEachIndex(const std::vector<int64_t>& sizes,
                  const std::function<void(const std::vector<int64_t>&)>& visit) {
  int64_t count = 1;
  for (const int64_t size : sizes) count *= size;
  std::vector<int64_t> index(sizes.size());
  for (int64_t number = 0; number < count; ++number) {
    int64_t rest = number;
    for (size_t axis = sizes.size(); axis-- > 0; rest /= sizes[axis]) index[axis] = rest % sizes[axis];
    visit(index);
  }
}

template <typename Dim>
std::vector<int64_t> SizesOf(const std::vector<Dim>& dims) {
  std::vector<int64_t> sizes;
  for (const Dim& dim : dims) sizes.push_back(dim.size);
  return sizes;
}

// Returns the element indices of each operand, in the order of the walk.
template <size_t kCount>
std::vector<std::array<int64_t, kCount>> Places(const std::vector<WalkDim<kCount>>& dims) {
  std::vector<std::array<int64_t, kCount>> positions;
  ForEachIndex(SizesOf(dims), [&](const std::vector<int64_t>& index) {
    std::array<int64_t, kCount> position = {};
    for (size_t axis = 0; axis < dims.size(); ++axis) {
      for (size_t i = 0; i < kCount; ++i) position[i] += index[axis] * dims[axis].strides[i];
    }
    positions.push_back(position);
  });
  return positions;
}

// Returns the source element at each position of the padded tensor, -1 in the padding.
std::vector<int64_t> Sources(const std::vector<PadDim>& dims) {
  std::vector<int64_t> sources;
  ForEachIndex(SizesOf(dims), [&](const std::vector<int64_t>& index) {
    int64_t source = 0;
    bool is_value = true;
    for (size_t axis = 0; axis < dims.size(); ++axis) {
      const int64_t at = index[axis] - dims[axis].before;
      is_value = is_value && at >= 0 && at < dims[axis].source_size;
      source += at * dims[axis].stride;
    }
    sources.push_back(is_value ? source : -1);
  });
  return sources;
}

TEST(StridedWalk, StretchedOperandsHaveStridesOfZero) {
  EXPECT_THAT(DenseStrides({2, 3, 4}), ElementsAre(12, 4, 1));
  EXPECT_THAT(BroadcastStrides({3, 1}, {2, 3, 4}), ElementsAre(0, 1, 0));
  EXPECT_THAT(BroadcastStrides({}, {2, 3}), ElementsAre(0, 0));
}

TEST(StridedWalk, EqualShapesAreOneDim) {
  const Shape dims = {2, 3, 4, 5, 6, 7};
  const auto merged = MergeDims(BroadcastDims<2>({dims, dims}, dims), false);
  EXPECT_THAT(merged, ElementsAre(WalkDim<2>{5040, {1, 1}}));
}

TEST(StridedWalk, NeighboursStretchedAlikeBecomeOneDim) {
  const auto merged =
      MergeDims(BroadcastDims<2>({Shape{2, 3, 4, 5, 6}, Shape{5, 6}}, {2, 3, 4, 5, 6}), false);
  EXPECT_THAT(merged, ElementsAre(WalkDim<2>{24, {30, 0}}, WalkDim<2>{30, {1, 1}}));
}

TEST(StridedWalk, TheRowIsKept) {
  const Shape dims = {2, 3, 4};
  const auto merged = MergeDims(BroadcastDims<2>({dims, dims}, dims), true);
  EXPECT_THAT(merged, ElementsAre(WalkDim<2>{6, {4, 4}}, WalkDim<2>{4, {1, 1}}));
}

TEST(StridedWalk, OneElementIsOneDim) {
  EXPECT_EQ(MergeDims(BroadcastDims<2>({Shape{}, Shape{1, 1}}, {1, 1}), false).size(), 1U);
  EXPECT_EQ(MergeDims(PadDims({}, {}, {}), false).size(), 1U);
}

TEST(StridedWalk, MergedBroadcastsReadTheSameElements) {
  std::minstd_rand random(1);
  for (int i = 0; i < 300; ++i) {
    Shape output = {1, 1, 1, 1, 1, 1};
    std::array<Shape, 2> operands = {output, output};
    for (int axis = 0; axis < output.rank(); ++axis) {
      output[axis] = 1 + static_cast<int>(random() % 3);
      for (Shape& operand : operands) operand[axis] = random() % 3 == 0 ? 1 : output[axis];
    }
    const auto walk = BroadcastDims<2>(operands, output);
    for (const bool keep_row : {false, true}) EXPECT_EQ(Places(MergeDims(walk, keep_row)), Places(walk)) << i;
  }
}

TEST(StridedWalk, MergedPaddingReadsTheSameElements) {
  std::minstd_rand random(2);
  for (int i = 0; i < 300; ++i) {
    Shape source = {1, 1, 1, 1, 1};
    std::vector<int64_t> before(5);
    std::vector<int64_t> after(5);
    for (int axis = 0; axis < source.rank(); ++axis) {
      source[axis] = 1 + static_cast<int>(random() % 3);
      if (random() % 2 == 0) continue;
      before[static_cast<size_t>(axis)] = static_cast<int64_t>(random() % 3);
      after[static_cast<size_t>(axis)] = static_cast<int64_t>(random() % 3);
    }
    const auto walk = PadDims(source, before, after);
    for (const bool keep_row : {false, true})
      EXPECT_EQ(Sources(MergeDims(walk, keep_row)), Sources(walk)) << i;
  }
}

TEST(StridedWalk, PaddingOfImagesIsAPaddingOfRows) {
  const auto dims = MergeDims(PadDims({1, 8, 8, 16}, {0, 1, 2, 0}, {0, 1, 0, 0}), false);
  EXPECT_THAT(dims, ElementsAre(PadDim{10, 8, 1, 128}, PadDim{160, 128, 32, 1}));
}

}  // namespace
}  // namespace litevk::ir
