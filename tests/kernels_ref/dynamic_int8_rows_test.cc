// Rows quantized when a node runs. The expected values are the outputs of FULLY_CONNECTED of ai-edge-litert
// 2.3.0 (BUILTIN_REF) with a unit matrix as weights.
#include "kernels_ref/common/dynamic_int8_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace litevk::ref {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

constexpr float kBelowHalf = 0.49999997F;

DynamicInt8Rows Quantize(const std::vector<float>& values, int64_t count, bool is_asymmetric) {
  return QuantizeRows(values.data(), count, static_cast<int64_t>(values.size()) / count, is_asymmetric);
}

TEST(QuantizeRows, GivesEachSymmetricRowTheScaleOfItsLargestMagnitude) {
  const DynamicInt8Rows rows = Quantize({1, -2, 0.5F, 127, 63.5F, -0.5F}, 2, /*is_asymmetric=*/false);
  EXPECT_THAT(rows.integers, ElementsAre(64, -127, 32, 127, 64, -1));
  EXPECT_THAT(rows.scales, ElementsAre(2.0F / 127.0F, 1.0F));
  EXPECT_THAT(rows.zero_points, Each(0));
}

TEST(QuantizeRows, TakesTheZeroPointOutOfAsymmetricIntegers) {
  const DynamicInt8Rows rows = Quantize({-100, 155, 0.5F, -0.5F, -99.5F, 154.5F}, 1, /*is_asymmetric=*/true);
  EXPECT_THAT(rows.integers, ElementsAre(-100, 155, 1, -1, -100, 155));
  EXPECT_THAT(rows.scales, ElementsAre(1.0F));
  EXPECT_THAT(rows.zero_points, ElementsAre(-28));
}

TEST(QuantizeRows, PutsTheZeroPointAtAnEndWhereValuesHaveOneSign) {
  const DynamicInt8Rows rows = Quantize({51, 102, -51, -102}, 2, /*is_asymmetric=*/true);
  EXPECT_THAT(rows.integers, ElementsAre(128, 255, -128, -255));
  EXPECT_THAT(rows.zero_points, ElementsAre(-128, 127));
}

TEST(QuantizeRows, GivesRowsOfZerosAScaleOf1) {
  for (const bool is_asymmetric : {false, true}) {
    const DynamicInt8Rows rows = Quantize({0, 0, 0, 1}, 2, is_asymmetric);
    EXPECT_EQ(rows.integers[0], 0);
    EXPECT_EQ(rows.scales[0], 1.0F);
    EXPECT_EQ(rows.zero_points[0], 0);
  }
}

// The float just below 0.5 is rounded up in a block of eight values, and down in the rest of the row.
TEST(QuantizeRows, RoundsBlocksOfEightByAddingAHalf) {
  const DynamicInt8Rows rows = Quantize({127, kBelowHalf, -kBelowHalf, 0, 0, 0, 0, 0, kBelowHalf}, 1, false);
  EXPECT_THAT(rows.integers, ElementsAre(127, 1, -1, 0, 0, 0, 0, 0, 0));
}

TEST(QuantizeRows, MakesTheLowestIntegerOfAnInfinity) {
  const float infinity = std::numeric_limits<float>::infinity();
  const DynamicInt8Rows rows = Quantize({1, infinity, -2}, 1, /*is_asymmetric=*/false);
  EXPECT_THAT(rows.integers, ElementsAre(0, -127, 0));
  EXPECT_THAT(rows.scales, ElementsAre(infinity));
}

TEST(QuantizeRows, TakesRowsWithoutValues) {
  const DynamicInt8Rows rows = QuantizeRows(nullptr, 2, 0, /*is_asymmetric=*/true);
  EXPECT_THAT(rows.scales, ElementsAre(1.0F, 1.0F));
}

TEST(MultiplyRows, GivesTheSameSumsForOneRowAndForSeveral) {
  const std::vector<int16_t> integers = {255, -3, 7, -255, 4, 1};
  const std::vector<int8_t> weights = {-128, 127, 2, 1, -1, 0};
  std::vector<int32_t> sums(4);
  MultiplyRows(integers.data(), 2, {weights.data(), 2, 3}, sums.data());
  EXPECT_THAT(sums, ElementsAre(-33007, 258, 33150, -259));
  std::vector<int32_t> of_first(2);
  MultiplyRows(integers.data(), 1, {weights.data(), 2, 3}, of_first.data());
  EXPECT_THAT(of_first, ElementsAre(-33007, 258));
}

// The sum 255 * 127 * 140,000 overflows 32 bits.
TEST(MultiplyRows, WrapsAround) {
  constexpr int64_t kDepth = 140000;
  const std::vector<int16_t> integers(kDepth, 255);
  const std::vector<int8_t> weights(kDepth, 127);
  int32_t sum = 0;
  MultiplyRows(integers.data(), 1, {weights.data(), 1, kDepth}, &sum);
  EXPECT_EQ(sum, static_cast<int32_t>(static_cast<uint32_t>(int64_t{255} * 127 * kDepth)));
}

}  // namespace
}  // namespace litevk::ref
