// Multipliers whose addend includes the rounding: each sum becomes the integer that TFLite's kernel computes.
#include "delegate/ops/common/folded_multiplier.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace litevk {
namespace {

// Computes WordOf of shaders/conv/quantized_result.glsl, in the same words.
int64_t Folded(const FoldedMultiplier& rescaling, int64_t sum) {
  const int64_t value = sum * (int64_t{1} << rescaling.left) + rescaling.addend;
  EXPECT_EQ(value, static_cast<int32_t>(value));
  return static_cast<int32_t>((value * rescaling.multiplier) >> 32) >> rescaling.right;
}

int64_t Cut(int64_t integer, const FoldedOutput& output) {
  return std::clamp<int64_t>(integer, output.range.min, output.range.max);
}

void ExpectAlike(const FixedPoint& rescaling, const FoldedOutput& output, const FoldedMultiplier& folded,
                 int64_t sum) {
  const int64_t expected = Rescale(static_cast<int32_t>(sum), rescaling) + output.zero_point;
  ASSERT_EQ(Cut(Folded(folded, sum), output), Cut(expected, output))
      << rescaling.multiplier << " >> " << rescaling.right << " times " << sum << ", zero point "
      << output.zero_point;
}

// Outputs of activations that leave nothing below zero.
constexpr FoldedOutput kOutputs[] = {
    {-128, {-128, 127}}, {-128, {-128, 90}}, {3, {3, 127}}, {100, {120, 127}}};

TEST(FoldedMultiplierTest, EverySumOfADepthwiseLayerBecomesTheIntegerOfTheReference) {
  constexpr int64_t kLargest = 9 << 15;
  std::mt19937 random(1);
  std::uniform_int_distribution<int32_t> multiplier(1 << 30, INT32_MAX);
  int without = 0;
  for (int i = 0; i < 24; ++i) {
    const FixedPoint rescaling = {.multiplier = multiplier(random), .right = 5 + i % 8};
    const FoldedOutput& output = kOutputs[i % 4];
    const auto folded = FoldedMultiplierOf(rescaling, output, kLargest);
    without += folded ? 0 : 1;
    for (int64_t sum = -kLargest; folded && sum <= kLargest; ++sum)
      ExpectAlike(rescaling, output, *folded, sum);
  }
  EXPECT_LE(without, 2);
}

TEST(FoldedMultiplierTest, SumsBesideThresholdsBecomeTheIntegersOfTheReference) {
  std::mt19937 random(2);
  std::uniform_int_distribution<int32_t> multiplier(1 << 30, INT32_MAX);
  std::uniform_int_distribution<int> right(1, 20);
  std::uniform_int_distribution<int> bits(12, 28);
  int found = 0;
  for (int i = 0; i < 2000; ++i) {
    const FixedPoint rescaling = {.multiplier = multiplier(random), .right = right(random)};
    const FoldedOutput& output = kOutputs[i % 4];
    const int64_t largest = int64_t{1} << bits(random);
    const auto folded = FoldedMultiplierOf(rescaling, output, largest);
    if (!folded) continue;
    ++found;
    for (int integer = output.range.min; integer <= output.range.max; ++integer) {
      const double half =
          std::ldexp((integer - output.zero_point - 0.5) / rescaling.multiplier, 31 + rescaling.right);
      for (int64_t near = std::llround(std::min(half, 1e12)) - 2, end = near + 4; near <= end; ++near) {
        ExpectAlike(rescaling, output, *folded, std::clamp(near, -largest, largest));
      }
    }
    for (const int64_t sum : {-largest, largest, int64_t{0}}) ExpectAlike(rescaling, output, *folded, sum);
  }
  EXPECT_GE(found, 1000);
}

TEST(FoldedMultiplierTest, ThereIsNoneWhereIntegersStandForLessThanZero) {
  const FixedPoint rescaling = {.multiplier = 1500000000, .right = 8};
  EXPECT_TRUE(FoldedMultiplierOf(rescaling, {-128, {-128, 127}}, 1 << 18).has_value());
  EXPECT_FALSE(FoldedMultiplierOf(rescaling, {-127, {-128, 127}}, 1 << 18).has_value());
}

TEST(FoldedMultiplierTest, ThereIsNoneWhereLargeSumsLeaveFewBits) {
  const FixedPoint rescaling = {.multiplier = 1500000000, .right = 8};
  EXPECT_FALSE(FoldedMultiplierOf(rescaling, {-128, {-128, 127}}, 1 << 28).has_value());
  EXPECT_FALSE(FoldedMultiplierOf(rescaling, {-128, {-128, 127}}, int64_t{1} << 40).has_value());
}

TEST(FoldedMultiplierTest, AllMultipliersHaveOneOrNoneDoes) {
  const FixedPoint rescaling = {.multiplier = 1500000000, .right = 8};
  const std::vector<FixedPoint> mixed = {rescaling, {.multiplier = 0}};
  EXPECT_EQ(
      FoldedMultipliersOf(std::vector<FixedPoint>{rescaling, rescaling}, {-128, {-128, 127}}, 1 << 18).size(),
      2U);
  EXPECT_TRUE(FoldedMultipliersOf(mixed, {-128, {-128, 127}}, 1 << 18).empty());
}

}  // namespace
}  // namespace litevk
