#include "delegate/ops/conv/quantized_pack.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace litevk {
namespace {

using testing::ElementsAre;

// Two groups of one output and five inputs, one tap.
constexpr QuantizedLayout kGroups = FilterLayout{.groups = 2, .outputs = 1, .taps = 1, .inputs = 5};

TEST(QuantizedPack, WordsOfFourOutputs) {
  // Two outputs of two taps of one input.
  const QuantizedLayout layout = FilterLayout{.groups = 1, .outputs = 2, .taps = 2, .inputs = 1};
  const std::vector<int8_t> filter = {1, 2, 11, 12};
  std::vector<int8_t> packed(layout.Weights(), 99);
  PackWeights<int8_t>(filter, QuantizedFilterPacking(layout, 0), packed);
  EXPECT_THAT(packed, ElementsAre(1, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  //
                                  2, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
}

TEST(QuantizedPack, GroupsAndQuads) {
  const std::vector<int8_t> filter = {1, 2, 3, 4, 5, -1, -2, -3, -4, -5};
  std::vector<int8_t> packed(kGroups.Weights(), 99);
  PackWeights<int8_t>(filter, QuantizedFilterPacking(kGroups, 0), packed);
  ASSERT_EQ(packed.size(), 64U);
  for (size_t group = 0; group < 2; ++group) {
    for (size_t input = 0; input < 8; ++input) {
      const int expected = input < 5 ? (group == 0 ? 1 : -1) * static_cast<int>(input + 1) : 0;
      EXPECT_EQ(packed[group * 32 + input * 4], expected) << group << " " << input;
      EXPECT_EQ(packed[group * 32 + input * 4 + 1], 0);
    }
  }
}

// A weight of 0 is stored as the zero point.
TEST(QuantizedPack, FillsUpWithTheZeroPoint) {
  const std::vector<int8_t> filter = {1, 2, 3, 4, 5, -1, -2, -3, -4, -5};
  std::vector<int8_t> packed(kGroups.Weights());
  PackWeights<int8_t>(filter, QuantizedFilterPacking(kGroups, 200), packed);
  EXPECT_EQ(packed[0], 1);
  EXPECT_EQ(packed[1], static_cast<int8_t>(200));
  EXPECT_EQ(packed[63], static_cast<int8_t>(200));
}

TEST(QuantizedPack, TakesTheZeroPointOutOfTheBias) {
  const std::vector<int8_t> filter = {1, 2, 3, 4, 5, -1, -2, -3, -4, -5};
  const std::vector<int64_t> sums = SumsOfWeights(std::span(filter), 0, kGroups);
  EXPECT_THAT(sums, ElementsAre(15, -15));
  EXPECT_THAT(BiasesWithout(10, sums, std::array<int64_t, 2>{7, 8}), ElementsAre(7 - 150, 8 + 150));
  EXPECT_THAT(BiasesWithout(-1, sums, {}), ElementsAre(15, -15));
}

TEST(QuantizedPack, TakesZeroPointsOutOfUnsignedWeights) {
  const std::vector<uint8_t> filter = {0, 255, 100, 100, 100, 1, 2, 3, 4, 5};
  EXPECT_THAT(SumsOfWeights(std::span(filter), 100, kGroups), ElementsAre(55, -485));
}

// Two taps of five channels, whose second block is filled up with zeros.
TEST(QuantizedPack, DepthwiseFiltersInBlocksOfATap) {
  const std::vector<int8_t> filter = {1, 2, 3, 4, 5, -1, -2, -3, -4, -5};
  const QuantizedLayout layout = {{.outputs = 5, .taps = 2, .inputs = 1}, 1};
  std::vector<int8_t> packed(layout.Weights());
  PackWeights<int8_t>(filter, QuantizedFilterPacking(layout, 0), packed);
  EXPECT_THAT(packed, ElementsAre(1, 2, 3, 4, 5, 0, 0, 0, -1, -2, -3, -4, -5, 0, 0, 0));
  EXPECT_THAT(SumsOfWeights(std::span(filter), 0, layout), ElementsAre(0, 0, 0, 0, 0));
  EXPECT_THAT(SumsOfWeights(std::span(filter), 1, layout), ElementsAre(-2, -2, -2, -2, -2));
}

TEST(QuantizedPack, ChannelsOfABlockSideBySide) {
  // The first bias has more than 32 bits, of which the sums keep 32.
  const std::vector<int64_t> biases = {(int64_t{1} << 32) + 7, 8};
  const std::vector<FixedPoint> multipliers = {{.multiplier = 1 << 30, .left = 2, .right = 0},
                                               {.multiplier = 3 << 29, .left = 0, .right = 5}};
  const QuantizedLayout layout = FilterLayout{.groups = 1, .outputs = 2, .taps = 1, .inputs = 1};
  std::vector<int32_t> packed(layout.ChannelWords(), 99);
  PackChannels(biases, multipliers, false, layout, packed);
  EXPECT_THAT(packed, ElementsAre(7, 8, 0, 0, 1 << 30, 3 << 29, 0, 0, 2, 0, 0, 0, 0, 5, 0, 0));
  PackChannels(biases, multipliers, true, layout, packed);
  EXPECT_THAT(packed, ElementsAre(7, 8, 0, 0, 1, 0, 0, 0, 1 << 14, 3 << 13, 0, 0, 13, 20, 0, 0));
}

}  // namespace
}  // namespace litevk
