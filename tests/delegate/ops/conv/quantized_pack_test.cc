#include "delegate/ops/conv/quantized_pack.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace litevk {
namespace {

using testing::ElementsAre;

// Two groups of one output and five inputs, one tap.
constexpr QuantizedLayout kGroups = FilterLayout{.groups = 2, .outputs = 1, .taps = 1, .inputs = 5};

TEST(QuantizedPack, WordsOfFourOutputs) {
  // Two outputs of two taps of one input.
  const QuantizedLayout layout = FilterLayout{.groups = 1, .outputs = 2, .taps = 2, .inputs = 1};
  const std::vector<int8_t> filter = {1, 2, 11, 12};
  std::vector<int8_t> packed(layout.WeightBytes(), 99);
  PackQuantizedFilter(filter, layout, packed);
  EXPECT_THAT(packed, ElementsAre(1, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  //
                                  2, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
}

TEST(QuantizedPack, GroupsAndQuads) {
  const std::vector<int8_t> filter = {1, 2, 3, 4, 5, -1, -2, -3, -4, -5};
  std::vector<int8_t> packed(kGroups.WeightBytes(), 99);
  PackQuantizedFilter(filter, kGroups, packed);
  ASSERT_EQ(packed.size(), 64U);
  for (size_t group = 0; group < 2; ++group) {
    for (size_t input = 0; input < 8; ++input) {
      const int expected = input < 5 ? (group == 0 ? 1 : -1) * static_cast<int>(input + 1) : 0;
      EXPECT_EQ(packed[group * 32 + input * 4], expected) << group << " " << input;
      EXPECT_EQ(packed[group * 32 + input * 4 + 1], 0);
    }
  }
}

TEST(QuantizedPack, TakesTheZeroPointOutOfTheBias) {
  const std::vector<int8_t> filter = {1, 2, 3, 4, 5, -1, -2, -3, -4, -5};
  EXPECT_THAT(BiasesWithout(10, filter, std::vector<int32_t>{7, 8}, kGroups), ElementsAre(7 - 150, 8 + 150));
  EXPECT_THAT(BiasesWithout(-1, filter, {}, kGroups), ElementsAre(15, -15));
  // Modulo 2^32, as the sums are.
  const std::vector<int32_t> largest = {2147483647, -2147483647};
  EXPECT_THAT(BiasesWithout(-1, filter, largest, kGroups), ElementsAre(-2147483634, 2147483634));
}

TEST(QuantizedPack, ChannelsOfABlockSideBySide) {
  const std::vector<int32_t> biases = {7, 8};
  const std::vector<FixedPoint> factors = {{.multiplier = 1 << 30, .left = 2, .right = 0},
                                           {.multiplier = 3 << 29, .left = 0, .right = 5}};
  const QuantizedLayout layout = FilterLayout{.groups = 1, .outputs = 2, .taps = 1, .inputs = 1};
  std::vector<int32_t> packed(layout.ChannelWords(), 99);
  PackChannels(biases, factors, layout, packed);
  EXPECT_THAT(packed, ElementsAre(7, 8, 0, 0, 1 << 30, 3 << 29, 0, 0, 2, 0, 0, 0, 0, 5, 0, 0));
}

}  // namespace
}  // namespace litevk
