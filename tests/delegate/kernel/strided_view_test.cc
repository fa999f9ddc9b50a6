// Views of views, against the offsets of single elements.
#include "delegate/kernel/strided_view.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/delegate/views/offset_of.h"

namespace litevk {
namespace {

TEST(StridedViewTest, AViewOfAViewHasEveryElementWhereBothPutIt) {
  std::mt19937 random(1);
  const auto from = [&](int64_t least, int64_t most) {
    return std::uniform_int_distribution<int64_t>(least, most)(random);
  };
  int composed = 0;
  for (int i = 0; i < 20000; ++i) {
    const StridedView inner = RowsAt(from(1, 6), from(6, 12), from(0, 12));
    const int64_t elements = inner.row * from(1, 4);
    const StridedView outer = RowsAt(from(1, 12), from(12, 20), from(0, 12));
    const StridedView both = Compose(inner, elements, outer);
    if (!both.exists()) continue;
    ++composed;
    for (int64_t e = 0; e < elements; ++e)
      ASSERT_EQ(OffsetOf(both, e), OffsetOf(outer, OffsetOf(inner, e))) << i;
  }
  EXPECT_GT(composed, 1000);
}

TEST(StridedViewTest, RowsOfRowsAreComposed) {
  // Channels 2 and 3 of four, which are the last four of ten.
  EXPECT_EQ(Compose(RowsAt(2, 4, 2), 20, RowsAt(4, 10, 6)), RowsAt(2, 10, 8));
  // A block that is whole rows.
  EXPECT_EQ(Compose(BlockAt(8, 4), 8, RowsAt(4, 10, 6)), RowsAt(4, 10, 16));
  // Everything is one row.
  EXPECT_EQ(Compose(RowsAt(2, 4, 2), 20, BlockAt(40, 100)), RowsAt(2, 4, 102));
}

TEST(StridedViewTest, ZerosBehindAPartOfRowsStayThere) {
  const StridedView widened = {.row = 8, .pitch = 4, .offset = 0, .begin = 0, .end = 4};
  EXPECT_EQ(Compose(widened, 40, RowsAt(4, 10, 6)),
            (StridedView{.row = 8, .pitch = 10, .offset = 6, .begin = 0, .end = 4}));
  const StridedView both_sides = {.row = 8, .pitch = 4, .offset = -2, .begin = 2, .end = 6};
  EXPECT_FALSE(Compose(both_sides, 40, RowsAt(4, 10, 6)).exists());
  EXPECT_FALSE(Compose(widened, 40, RowsAt(8, 10, 6)).exists());
  EXPECT_FALSE(Compose(RowsAt(4, 10, 6), 40, widened).exists());
}

TEST(StridedViewTest, WhatIsNoRowsIsSaid) {
  EXPECT_FALSE(Compose(BlockAt(8, 2), 8, RowsAt(4, 10, 6)).exists());
  EXPECT_FALSE(Compose(RowsAt(2, 8, 0), 20, RowsAt(4, 10, 6)).exists());
  EXPECT_FALSE(Compose(StridedView(), 20, RowsAt(4, 10, 6)).exists());
}

TEST(StridedViewTest, TheShortestRowIsTheInnermostDimAboveOne) {
  EXPECT_EQ(ShortestRow({2, 3, 4}), 4);
  EXPECT_EQ(ShortestRow({2, 3, 1}), 3);
  EXPECT_EQ(ShortestRow({1, 1}), 1);
  EXPECT_EQ(ShortestRow({}), 1);
}

}  // namespace
}  // namespace litevk
