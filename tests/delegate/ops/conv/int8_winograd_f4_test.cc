// Winograd's convolution of int8 in integers that may wrap around: its matrices, the largest values, and how
// the filter is packed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "delegate/ops/conv/int8_winograd_f4_pack.h"

namespace litevk {
namespace {

constexpr int kLargestInteger = 128;  // magnitude of int8
constexpr int kLargest = INT16_MAX;

TEST(Int8WinogradF4Test, TheMatricesConvolveExactly) {
  for (size_t output = 0; output < 4; ++output) {
    for (size_t tap = 0; tap < 3; ++tap) {
      for (size_t input = 0; input < 6; ++input) {
        int sum = 0;
        for (size_t i = 0; i < 6; ++i) {
          sum += kF4Output[output][i] * kF4Filter[i][tap] * kF4Input[i][input];
        }
        EXPECT_EQ(sum * sum, input == output + tap ? kF4Scale : 0);
      }
    }
  }
}

// The shader multiplies with the inverse of 225 and shifts by two.
TEST(Int8WinogradF4Test, SumsFollowFromTheLastBitsOfTheirProducts) {
  EXPECT_EQ(uint32_t{225} * 0x87654321U, 1U);
  for (const int32_t sum : {0, 1, -1, 12345678, -12345678, (1 << 29) - 1, -(1 << 29)}) {
    const uint32_t known = static_cast<uint32_t>(sum) * uint32_t{kF4Scale};
    EXPECT_EQ(static_cast<int32_t>(known * 0x87654321U) >> 2, sum);
  }
}

// Sums of the positive and of the negative elements of a row: the range of results for given values.
struct Range {
  int positive = 0;
  int negative = 0;
};
template <typename Factor, size_t kSize>
Range RangeOf(const std::array<Factor, kSize>& row) {
  Range range;
  for (const int element : row) (element > 0 ? range.positive : range.negative) += std::abs(element);
  return range;
}
// The largest magnitude of values in both dims.
template <typename Factor, size_t kRows, size_t kSize>
int LargestOf(const std::array<std::array<Factor, kSize>, kRows>& matrix) {
  int largest = 0;
  for (const auto& down : matrix) {
    for (const auto& across : matrix) {
      const Range a = RangeOf(down);
      const Range b = RangeOf(across);
      largest = std::max(largest, (a.positive + a.negative) * (b.positive + b.negative) * kLargestInteger);
    }
  }
  return largest;
}

TEST(Int8WinogradF4Test, TransformedIntegersHaveSixteenBits) {
  EXPECT_LE(LargestOf(kF4Input), kLargest);
  EXPECT_LE(LargestOf(kF4Filter), kLargest);
}

// Transformed values are all 128 too large.
TEST(Int8WinogradF4Test, WhatAllIntegersHaveInCommonIsInOneProduct) {
  for (size_t i = 0; i < 6; ++i) {
    const Range range = RangeOf(kF4Input[i]);
    EXPECT_EQ(range.positive - range.negative, i == 2 ? -6 : 0);
  }
}

// One tap at a time, for input 9 of output 37: the second block of the second panel of lanes.
TEST(Int8WinogradF4Test, TheFilterLiesInWordsOfTwoInputs) {
  constexpr int kInputs = 16;
  constexpr int kOutputs = 48;
  const QuantizedLayout layout =
      FilterLayout{.groups = 1, .outputs = kOutputs, .taps = 9, .inputs = kInputs, .lanes = 8};
  for (size_t tap = 0; tap < 9; ++tap) {
    std::vector<int8_t> filter(size_t{kOutputs} * 9 * kInputs);
    filter[(size_t{37} * 9 + tap) * kInputs + 9] = -128;
    std::vector<int16_t> packed(Int8WinogradF4Weights(layout), 1);
    PackInt8WinogradF4(filter, layout, packed);
    for (size_t product = 0; product < kF4Matmuls; ++product) {
      const size_t pair = (product * 2 + 1) * kInputs / 2 + 4;
      const size_t at = ((pair * 8 + 1) * 4 + 1) * 2 + 1;
      const int expected =
          -kLargestInteger * kF4Filter[product / 6][tap / 3] * kF4Filter[product % 6][tap % 3];
      EXPECT_EQ(packed[at], expected) << "tap " << tap << ", product " << product;
      packed[at] = 0;
    }
    EXPECT_EQ(std::ranges::count(packed, 0), std::ssize(packed));
  }
}

}  // namespace
}  // namespace litevk
