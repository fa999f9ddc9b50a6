// Fixed-point multipliers that stand for doubles: each sum becomes the integer that TFLite's kernel computes.
#include "delegate/ops/common/exact_factor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace litevk {
namespace {

constexpr QuantizedRange kBytes = {-128, 127};

int64_t Reference(double factor, int64_t sum) {
  return static_cast<int64_t>(std::round(static_cast<double>(sum) * factor));
}

// Computes RescaleOnce of shaders/common/requantize.glsl, in the same words.
int64_t RescaleOnce(const ExactFactor& factor, int64_t sum) {
  const int64_t product = sum * (1 << kRestBits) * factor.multiplier;
  const auto low = static_cast<uint32_t>(product);
  const auto less = static_cast<int32_t>(sum * factor.rest);
  const uint32_t carry = low + static_cast<uint32_t>(less) < low ? 1 : 0;
  const int64_t high = (product >> 32) + (less >> 31) + carry;
  const int64_t half = int64_t{1} << (factor.right - 1);
  EXPECT_EQ(high + half, static_cast<int32_t>(high + half));
  return (high + half) >> factor.right;
}

// Checks the sums beside all ties between the output's integers, within the range that the multiplier is for.
void ExpectExact(double factor, const QuantizedRange& range, const ExactFactor& exact) {
  const int64_t most = (int64_t{1} << kExactSumBits) - 1;
  const auto cut = [&](int64_t number) { return std::clamp<int64_t>(number, range.min, range.max); };
  for (int64_t number = range.min; number <= range.max; ++number) {
    const double half = (static_cast<double>(number) + 0.5) / factor;
    if (std::abs(half) > static_cast<double>(most)) continue;
    for (int64_t sum = std::llround(half) - 3; sum <= std::llround(half) + 3; ++sum) {
      const int64_t near = std::clamp(sum, -most, most);
      EXPECT_EQ(cut(RescaleOnce(exact, near)), cut(Reference(factor, near))) << factor << " times " << near;
    }
  }
  for (const int64_t sum : {-most, most, int64_t{0}}) {
    EXPECT_EQ(cut(RescaleOnce(exact, sum)), cut(Reference(factor, sum))) << factor << " times " << sum;
  }
}

TEST(ExactFactorTest, SumsBesideHalvesBecomeTheNumbersOfTheReference) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> exponent(-16, 2);
  int without = 0;
  for (int i = 0; i < 400; ++i) {
    const double factor = std::exp2(exponent(random));
    for (const QuantizedRange& range : {kBytes, QuantizedRange{0, 255}}) {
      const auto exact = ExactFactorOf(factor, range);
      without += exact ? 0 : 1;
      if (exact) ExpectExact(factor, range, *exact);
    }
  }
  EXPECT_LE(without, 8);  // out of 800
}

// All sums are ties. Ties below zero are rounded away from zero too, as a slightly larger multiplier does.
TEST(ExactFactorTest, TiesAreRoundedAwayFromZero) {
  for (const double factor : {0.5, 0.25, 0.0625, 1.5 / 4096}) {
    const auto exact = ExactFactorOf(factor, kBytes);
    ASSERT_TRUE(exact.has_value()) << factor;
    ExpectExact(factor, kBytes, *exact);
  }
}

TEST(ExactFactorTest, FactorsBelowHalfAStepOfAnySumMakeZero) {
  for (const double factor : {0.0, 3.59e-43, std::exp2(-34)}) {
    ASSERT_TRUE(ExactFactorOf(factor, kBytes).has_value()) << factor;
    EXPECT_EQ(ExactFactorOf(factor, kBytes)->multiplier, 0) << factor;
  }
}

TEST(ExactFactorTest, FactorsThatAreTooLargeOrTooSmallHaveNone) {
  EXPECT_FALSE(ExactFactorOf(16.1, kBytes).has_value());
  EXPECT_FALSE(ExactFactorOf(std::exp2(-19), kBytes).has_value());
  EXPECT_FALSE(ExactFactorsOf({0.01, 16.1}, kBytes).has_value());
  EXPECT_EQ(ExactFactorsOf({0.01, 0.02}, kBytes)->size(), 2U);
}

}  // namespace
}  // namespace litevk
