// The quotients that shaders compute from a gpu::Divisor.
#include "runtime/graph/divisor.h"

#include <gtest/gtest.h>

#include <random>

namespace litevk::gpu {
namespace {

// A copy of Divide() of shaders/common/divide.glsl.
uint32_t Divide(uint32_t n, Divisor by) {
  const auto high = static_cast<uint32_t>((uint64_t{n} * by.multiplier) >> 32);
  return (high + n) >> by.shift;
}

constexpr uint32_t kLargest = (uint32_t{1} << 31) - 1;

// Checks values next to multiples, where the quotient changes and rounding errors would show.
void ExpectExactAroundMultiples(uint32_t d) {
  const Divisor divisor(d);
  std::minstd_rand random(d);
  for (int i = 0; i < 200; ++i) {
    const uint32_t quotient = i < 8 ? kLargest / d - static_cast<uint32_t>(i) % (kLargest / d + 1)
                                    : static_cast<uint32_t>(random()) % (kLargest / d + 1);
    for (const int64_t n :
         {int64_t{quotient} * d - 1, int64_t{quotient} * d, int64_t{quotient} * d + d - 1}) {
      if (n < 0 || n > kLargest) continue;
      ASSERT_EQ(Divide(static_cast<uint32_t>(n), divisor), static_cast<uint32_t>(n) / d) << n << " / " << d;
    }
  }
}

TEST(Divisor, IsExactForSmallDivisors) {
  for (uint32_t d = 1; d <= 4096; ++d) ExpectExactAroundMultiples(d);
}

TEST(Divisor, IsExactForLargeDivisors) {
  std::minstd_rand random(1);
  for (int i = 0; i < 4096; ++i) {
    ExpectExactAroundMultiples(static_cast<uint32_t>(random()) % kLargest + 1);
  }
  for (int bit = 1; bit < 31; ++bit) {
    for (const uint32_t d : {(1U << bit) - 1, 1U << bit, (1U << bit) + 1}) ExpectExactAroundMultiples(d);
  }
  ExpectExactAroundMultiples(kLargest);
}

TEST(Divisor, IsOneByDefault) { EXPECT_EQ(Divide(kLargest, Divisor()), kLargest); }

}  // namespace
}  // namespace litevk::gpu
