// Winograd's convolution of int8: the transformation of the filter, and how many vectors have exact sums.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "delegate/ops/conv/int8_winograd_f2_pack.h"

namespace litevk {
namespace {

constexpr size_t kTaps = 9;

QuantizedLayout LayoutOf(int inputs) {
  return FilterLayout{.groups = 1, .outputs = 4, .taps = kTaps, .inputs = inputs, .lanes = 1};
}

// Returns a filter of four outputs whose weights all are `weight`.
std::vector<int8_t> FilterOf(int inputs, int8_t weight) {
  return std::vector<int8_t>(4 * kTaps * static_cast<size_t>(inputs), weight);
}

std::vector<int16_t> Packed(const std::vector<int8_t>& filter, const QuantizedLayout& layout) {
  std::vector<int16_t> packed(WinogradFilterBytes(layout) / sizeof(int16_t));
  PackWinogradFilter(filter, layout, packed);
  return packed;
}

// Returns the number of vectors with exact sums, which stands in a word behind the weights.
int ExactVectors(const std::vector<int8_t>& filter, int inputs) {
  const QuantizedLayout layout = LayoutOf(inputs);
  const std::vector<int16_t> packed = Packed(filter, layout);
  const auto at = static_cast<size_t>(WinogradWeights(layout));
  EXPECT_EQ(packed.size(), at + 8);
  EXPECT_EQ(packed[at + 1], 0);
  return packed[at];
}
int ExactVectors(int inputs, int8_t weight) { return ExactVectors(FilterOf(inputs, weight), inputs); }

TEST(Int8WinogradF2Test, ExactSumsFollowFromTheWeights) {
  EXPECT_EQ(ExactVectors(64, 1), 4);
  // The largest product's weight is nine times as large: 28 are below 2^15 together, less than two vectors.
  EXPECT_EQ(ExactVectors(64, 127), 1);
  EXPECT_EQ(ExactVectors(64, -128), 1);
  // 32 * 9 * 113 is below 2^15, and 32 * 9 * 114 is not.
  EXPECT_EQ(ExactVectors(64, 113), 2);
  EXPECT_EQ(ExactVectors(64, 114), 1);
}

TEST(Int8WinogradF2Test, TheLargestSumOfAnyPositionCounts) {
  std::vector<int8_t> filter = FilterOf(64, 1);
  std::fill(filter.end() - 16, filter.end(), int8_t{127});  // the last vector of the last tap
  EXPECT_EQ(ExactVectors(filter, 64), 4);
  std::fill(filter.begin(), filter.begin() + static_cast<int64_t>(kTaps * 64), int8_t{-128});
  EXPECT_EQ(ExactVectors(filter, 64), 1);
}

// One tap at a time, for the first output's second input.
TEST(Int8WinogradF2Test, TheFilterIsTransformedWithoutAFraction) {
  const QuantizedLayout layout = LayoutOf(16);
  constexpr int kFilter[4][3] = {{2, 0, 0}, {1, 1, 1}, {1, -1, 1}, {0, 0, 2}};
  for (size_t tap = 0; tap < kTaps; ++tap) {
    std::vector<int8_t> filter = FilterOf(16, 0);
    filter[tap * 16 + 1] = -128;
    const std::vector<int16_t> packed = Packed(filter, layout);
    for (size_t product = 0; product < 16; ++product) {
      const int expected = -128 * kFilter[product / 4][tap / 3] * kFilter[product % 4][tap % 3];
      EXPECT_EQ(packed[product * 64 + 1], expected) << "tap " << tap << ", product " << product;
    }
  }
}

}  // namespace
}  // namespace litevk
