// Fixed-point multipliers that stand for doubles: each sum becomes the integer that TFLite's kernel computes.
#include "delegate/ops/common/exact_multiplier.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace litevk {
namespace {

constexpr QuantizedRange kBytes = {-128, 127};

int64_t Reference(double multiplier, int64_t sum) {
  return static_cast<int64_t>(std::round(static_cast<double>(sum) * multiplier));
}

// Computes RescaleOnce of shaders/common/requantize.glsl, in the same words.
int64_t RescaleOnce(const ExactMultiplier& multiplier, int64_t sum) {
  const int64_t product = sum * (1 << kRestBits) * multiplier.multiplier;
  const auto low = static_cast<uint32_t>(product);
  const auto less = static_cast<int32_t>(sum * multiplier.rest);
  const uint32_t carry = low + static_cast<uint32_t>(less) < low ? 1 : 0;
  const int64_t high = (product >> 32) + (less >> 31) + carry;
  const int64_t half = int64_t{1} << (multiplier.right - 1);
  EXPECT_EQ(high + half, static_cast<int32_t>(high + half));
  return (high + half) >> multiplier.right;
}

// Checks the sums beside all ties between the output's integers, within the range that the multiplier is for.
void ExpectExact(double multiplier, const QuantizedRange& range, const ExactMultiplier& exact) {
  const int64_t most = (int64_t{1} << kExactSumBits) - 1;
  const auto cut = [&](int64_t integer) { return std::clamp<int64_t>(integer, range.min, range.max); };
  for (int64_t integer = range.min; integer <= range.max; ++integer) {
    const double half = (static_cast<double>(integer) + 0.5) / multiplier;
    if (std::abs(half) > static_cast<double>(most)) continue;
    for (int64_t sum = std::llround(half) - 3; sum <= std::llround(half) + 3; ++sum) {
      const int64_t near = std::clamp(sum, -most, most);
      EXPECT_EQ(cut(RescaleOnce(exact, near)), cut(Reference(multiplier, near)))
          << multiplier << " times " << near;
    }
  }
  for (const int64_t sum : {-most, most, int64_t{0}}) {
    EXPECT_EQ(cut(RescaleOnce(exact, sum)), cut(Reference(multiplier, sum)))
        << multiplier << " times " << sum;
  }
}

TEST(ExactMultiplierTest, SumsBesideTiesBecomeTheIntegersOfTheReference) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> exponent(-16, 2);
  int without = 0;
  for (int i = 0; i < 400; ++i) {
    const double multiplier = std::exp2(exponent(random));
    for (const QuantizedRange& range : {kBytes, QuantizedRange{0, 255}}) {
      const auto exact = ExactMultiplierOf(multiplier, range);
      without += exact ? 0 : 1;
      if (exact) ExpectExact(multiplier, range, *exact);
    }
  }
  EXPECT_LE(without, 8);  // out of 800
}

// All sums are ties. Ties below zero are rounded away from zero too, as a slightly larger multiplier does.
TEST(ExactMultiplierTest, TiesAreRoundedAwayFromZero) {
  for (const double multiplier : {0.5, 0.25, 0.0625, 1.5 / 4096}) {
    const auto exact = ExactMultiplierOf(multiplier, kBytes);
    ASSERT_TRUE(exact.has_value()) << multiplier;
    ExpectExact(multiplier, kBytes, *exact);
  }
}

TEST(ExactMultiplierTest, MultipliersBelowHalfAStepOfAnySumMakeZero) {
  for (const double multiplier : {0.0, 3.59e-43, std::exp2(-34)}) {
    ASSERT_TRUE(ExactMultiplierOf(multiplier, kBytes).has_value()) << multiplier;
    EXPECT_EQ(ExactMultiplierOf(multiplier, kBytes)->multiplier, 0) << multiplier;
  }
}

TEST(ExactMultiplierTest, MultipliersThatAreTooLargeOrTooSmallHaveNone) {
  EXPECT_FALSE(ExactMultiplierOf(16.1, kBytes).has_value());
  EXPECT_FALSE(ExactMultiplierOf(std::exp2(-19), kBytes).has_value());
  EXPECT_FALSE(ExactMultipliersOf({0.01, 16.1}, kBytes).has_value());
  EXPECT_EQ(ExactMultipliersOf({0.01, 0.02}, kBytes)->size(), 2U);
}

}  // namespace
}  // namespace litevk
