// Tensors that are cut apart and joined again.
#include "delegate/views/rejoined.h"

#include <gtest/gtest.h>

namespace litevk {
namespace {

constexpr ir::TensorId kBase = 7;

// Returns columns `first` to `first` + `row` of a base of 5 rows of 12.
CutPart Columns(int64_t row, int64_t first) {
  return {.base = kBase, .rows = RowsAt(row, 12, first), .elements = 5 * row, .base_elements = 60};
}

TEST(RejoinedTest, PartsInTheirOrderAreTheBase) {
  const auto found = FindRejoined({RowsAt(3, 20, 0), RowsAt(8, 20, 3), RowsAt(4, 20, 11)},
                                  {std::nullopt, Columns(8, 0), Columns(4, 8)});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].base, kBase);
  EXPECT_EQ(found[0].rows, RowsAt(12, 20, 3));
  EXPECT_EQ(found[0].parts, (std::vector{1, 2}));
}

TEST(RejoinedTest, PartsInAnotherOrderOrOnlySomeOfThemAreNot) {
  EXPECT_TRUE(FindRejoined({RowsAt(4, 12, 0), RowsAt(8, 12, 4)}, {Columns(4, 8), Columns(8, 0)}).empty());
  EXPECT_TRUE(FindRejoined({RowsAt(8, 11, 0), RowsAt(3, 11, 8)}, {Columns(8, 0), std::nullopt}).empty());
  EXPECT_TRUE(FindRejoined({RowsAt(8, 16, 0), RowsAt(8, 16, 8)}, {Columns(8, 0), Columns(8, 0)}).empty());
}

TEST(RejoinedTest, BlocksAreABlock) {
  const CutPart first = {.base = kBase, .rows = BlockAt(24, 0), .elements = 24, .base_elements = 60};
  const CutPart second = {.base = kBase, .rows = BlockAt(36, 24), .elements = 36, .base_elements = 60};
  const auto found =
      FindRejoined({BlockAt(10, 0), BlockAt(24, 10), BlockAt(36, 34)}, {std::nullopt, first, second});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].rows, BlockAt(60, 10));
}

}  // namespace
}  // namespace litevk
