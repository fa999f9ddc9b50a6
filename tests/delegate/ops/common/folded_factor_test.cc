// Multipliers whose addend includes the rounding: each sum becomes the integer that TFLite's kernel computes.
#include "delegate/ops/common/folded_factor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace litevk {
namespace {

// Computes WordOf of shaders/conv/quantized_result.glsl, in the same words.
int64_t Folded(const FoldedFactor& factor, int64_t sum) {
  const int64_t value = sum * (int64_t{1} << factor.left) + factor.addend;
  EXPECT_EQ(value, static_cast<int32_t>(value));
  return static_cast<int32_t>((value * factor.multiplier) >> 32) >> factor.right;
}

int64_t Cut(int64_t number, const FoldedOutput& output) {
  return std::clamp<int64_t>(number, output.range.min, output.range.max);
}

void ExpectAlike(const FixedPoint& factor, const FoldedOutput& output, const FoldedFactor& folded,
                 int64_t sum) {
  const int64_t expected = Rescale(static_cast<int32_t>(sum), factor) + output.zero_point;
  ASSERT_EQ(Cut(Folded(folded, sum), output), Cut(expected, output))
      << factor.multiplier << " >> " << factor.right << " times " << sum << ", zero point "
      << output.zero_point;
}

// Outputs of activations that leave nothing below zero.
constexpr FoldedOutput kOutputs[] = {
    {-128, {-128, 127}}, {-128, {-128, 90}}, {3, {3, 127}}, {100, {120, 127}}};

TEST(FoldedFactorTest, EverySumOfADepthwiseLayerBecomesTheNumberOfTheReference) {
  constexpr int64_t kLargest = 9 << 15;
  std::mt19937 random(1);
  std::uniform_int_distribution<int32_t> multiplier(1 << 30, INT32_MAX);
  int without = 0;
  for (int i = 0; i < 24; ++i) {
    const FixedPoint factor = {.multiplier = multiplier(random), .right = 5 + i % 8};
    const FoldedOutput& output = kOutputs[i % 4];
    const auto folded = FoldedFactorOf(factor, output, kLargest);
    without += folded ? 0 : 1;
    for (int64_t sum = -kLargest; folded && sum <= kLargest; ++sum) ExpectAlike(factor, output, *folded, sum);
  }
  EXPECT_LE(without, 2);
}

TEST(FoldedFactorTest, SumsBesideThresholdsBecomeTheNumbersOfTheReference) {
  std::mt19937 random(2);
  std::uniform_int_distribution<int32_t> multiplier(1 << 30, INT32_MAX);
  std::uniform_int_distribution<int> right(1, 20);
  std::uniform_int_distribution<int> bits(12, 28);
  int found = 0;
  for (int i = 0; i < 2000; ++i) {
    const FixedPoint factor = {.multiplier = multiplier(random), .right = right(random)};
    const FoldedOutput& output = kOutputs[i % 4];
    const int64_t largest = int64_t{1} << bits(random);
    const auto folded = FoldedFactorOf(factor, output, largest);
    if (!folded) continue;
    ++found;
    for (int number = output.range.min; number <= output.range.max; ++number) {
      const double half =
          std::ldexp((number - output.zero_point - 0.5) / factor.multiplier, 31 + factor.right);
      for (int64_t near = std::llround(std::min(half, 1e12)) - 2, end = near + 4; near <= end; ++near) {
        ExpectAlike(factor, output, *folded, std::clamp(near, -largest, largest));
      }
    }
    for (const int64_t sum : {-largest, largest, int64_t{0}}) ExpectAlike(factor, output, *folded, sum);
  }
  EXPECT_GE(found, 1000);
}

TEST(FoldedFactorTest, ThereIsNoneWhereNumbersStandForLessThanZero) {
  const FixedPoint factor = {.multiplier = 1500000000, .right = 8};
  EXPECT_TRUE(FoldedFactorOf(factor, {-128, {-128, 127}}, 1 << 18).has_value());
  EXPECT_FALSE(FoldedFactorOf(factor, {-127, {-128, 127}}, 1 << 18).has_value());
}

TEST(FoldedFactorTest, ThereIsNoneWhereLargeSumsLeaveFewBits) {
  const FixedPoint factor = {.multiplier = 1500000000, .right = 8};
  EXPECT_FALSE(FoldedFactorOf(factor, {-128, {-128, 127}}, 1 << 28).has_value());
  EXPECT_FALSE(FoldedFactorOf(factor, {-128, {-128, 127}}, int64_t{1} << 40).has_value());
}

TEST(FoldedFactorTest, AllFactorsHaveOneOrNoneDoes) {
  const FixedPoint factor = {.multiplier = 1500000000, .right = 8};
  const std::vector<FixedPoint> mixed = {factor, {.multiplier = 0}};
  EXPECT_EQ(FoldedFactorsOf(std::vector<FixedPoint>{factor, factor}, {-128, {-128, 127}}, 1 << 18).size(),
            2U);
  EXPECT_TRUE(FoldedFactorsOf(mixed, {-128, {-128, 127}}, 1 << 18).empty());
}

}  // namespace
}  // namespace litevk
