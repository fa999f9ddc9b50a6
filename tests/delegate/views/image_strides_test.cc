// Strides of pixels in rows of another tensor, against the offsets of single elements.
#include "delegate/views/image_strides.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/delegate/views/offset_of.h"

namespace litevk {
namespace {

TEST(ImageStridesTest, EveryElementIsWhereTheRowsPutIt) {
  std::mt19937 random(1);
  const auto from = [&](int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random);
  };
  int found = 0;
  for (int i = 0; i < 20000; ++i) {
    const ir::Shape dims = {from(1, 3), from(1, 3), from(1, 4), from(1, 4)};
    const int64_t row = from(1, static_cast<int>(dims.NumElements()));
    if (dims.NumElements() % row != 0) continue;
    const StridedView rows = RowsAt(row, row + from(0, 9), from(0, 9));
    const auto strides = StridesOf(dims, rows);
    if (!strides.has_value()) continue;
    ++found;
    for (int e = 0; e < dims.NumElements(); ++e) {
      const int pixel = e / dims[3];
      const int y = pixel / dims[2];
      const auto position = strides->first + static_cast<uint32_t>(y / dims[1]) * strides->image +
                            static_cast<uint32_t>(y % dims[1]) * strides->row +
                            static_cast<uint32_t>(pixel % dims[2]) * strides->pixel +
                            static_cast<uint32_t>(e % dims[3]);
      ASSERT_EQ(position, OffsetOf(rows, e)) << dims.ToString() << " element " << e;
    }
  }
  EXPECT_GT(found, 1000);
}

TEST(ImageStridesTest, RowsThatEndWithinAStepHaveNone) {
  EXPECT_FALSE(StridesOf({1, 4, 6, 8}, RowsAt(4, 8, 0)).has_value());    // half a pixel
  EXPECT_FALSE(StridesOf({1, 4, 6, 8}, RowsAt(32, 40, 0)).has_value());  // four pixels of six
  EXPECT_FALSE(StridesOf({1, 4, 6, 8}, RowsAt(8, int64_t{1} << 30, 0)).has_value());
  StridedView zeros = RowsAt(8, 8, 0);
  zeros.end = 6;
  EXPECT_FALSE(StridesOf({1, 4, 6, 8}, zeros).has_value());
}

TEST(ImageStridesTest, PixelsAreOneImageWhoseRowsAreTheViews) {
  EXPECT_EQ(ImageOf(12, 8, StridedView()), (ir::Shape{1, 1, 12, 8}));
  EXPECT_EQ(ImageOf(12, 8, RowsAt(8, 20, 4)), (ir::Shape{1, 1, 12, 8}));
  EXPECT_EQ(ImageOf(12, 8, RowsAt(24, 40, 4)), (ir::Shape{1, 4, 3, 8}));
}

TEST(ImageStridesTest, VectorsAreWholeWhereEachPixelBeginsWithOne) {
  const ImageStrides whole = {.image = 96, .row = 48, .pixel = 8, .first = 4};
  EXPECT_TRUE(whole.AreWhole(4));
  EXPECT_EQ(whole.In(4).row, 12U);
  EXPECT_FALSE((ImageStrides{.image = 96, .row = 48, .pixel = 8, .first = 3}).AreWhole(4));
  EXPECT_FALSE((ImageStrides{.image = 96, .row = 48, .pixel = 6, .first = 4}).AreWhole(4));
}

}  // namespace
}  // namespace litevk
