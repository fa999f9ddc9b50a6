// Prepacking of weights by one description, against an independent formula for the place of each weight.
#include "delegate/ops/common/weight_packing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "delegate/ops/conv/int8_tile_pack.h"
#include "delegate/ops/conv/integer_winograd_filter.h"
#include "delegate/ops/matmul/dynamic_int8_pack.h"
#include "delegate/ops/matmul/quantized_fully_connected_pack.h"

namespace litevk {
namespace {

using testing::Each;
using testing::ElementsAre;

constexpr int16_t kZero = -7;

struct Weight {
  int64_t group;
  int64_t output;
  int64_t tap;
  int64_t input;
};

size_t SourceIndex(const WeightPacking& packing, const Weight& at) {
  const int64_t index =
      packing.outputs_last
          ? ((at.group * packing.taps + at.tap) * packing.inputs + at.input) * packing.outputs + at.output
          : ((at.group * packing.outputs + at.output) * packing.taps + at.tap) * packing.inputs + at.input;
  return static_cast<size_t>(index);
}

size_t PackedIndex(const WeightPacking& packing, const Weight& at) {
  const int64_t block = at.output / 4;
  const int64_t panel = at.group * packing.Panels() + block / packing.PanelBlocks();
  const int64_t vector = (panel * packing.taps + at.tap) * packing.Vectors() + at.input / packing.vector;
  const int64_t part = vector * packing.PanelBlocks() + block % packing.PanelBlocks();
  const int64_t input = at.input % packing.vector;
  const int64_t inner =
      packing.inputs_last ? at.output % 4 * packing.vector + input : input * 4 + at.output % 4;
  return static_cast<size_t>(part * packing.vector * 4 + inner);
}

std::vector<WeightPacking> Packings() {
  const FilterLayout filter = {.groups = 2, .outputs = 9, .taps = 3, .inputs = 5, .lanes = 2};
  FilterLayout outputs_last = filter;
  outputs_last.outputs_last = true;
  const FilterLayout even = {.outputs = 12, .taps = 9, .inputs = 6, .lanes = 2};
  return {FilterPacking(filter),
          FilterPacking(outputs_last),
          BiasPacking(filter),
          GroupedFilterPacking(filter),
          RowPacking(3, 6),
          QuantizedFilterPacking(filter, 3),
          QuantizedFilterPacking({{.outputs = 6, .taps = 2, .inputs = 1}, 1}, 3),
          TileFilterPacking(filter),
          WinogradPacking(even, 1, 16),
          WinogradPacking(even, 36, 1),
          DynamicInt8Packing({.matrices = 2, .outputs = 5, .inputs = 7}),
          DynamicInt8Packing({.matrices = 2, .outputs = 5, .inputs = 7, .outputs_last = true}),
          FullyConnectedPacking({.outputs = 5, .inputs = 6, .bits = 8, .zero_point = 0}),
          FullyConnectedPacking({.outputs = 5, .inputs = 6, .bits = 16, .zero_point = 4})};
}

class WeightPackingTest : public ::testing::TestWithParam<size_t> {};

TEST_P(WeightPackingTest, PutsEveryWeightInItsPlaceAndTheZeroElsewhere) {
  WeightPacking packing = Packings()[GetParam()];
  packing.zero = kZero;
  std::vector<int16_t> weights(
      static_cast<size_t>(packing.groups * packing.outputs * packing.taps * packing.inputs));
  std::iota(weights.begin(), weights.end(), int16_t{1});
  std::vector<int16_t> expected(packing.Count(), kZero);
  for (int64_t group = 0; group < packing.groups; ++group) {
    for (int64_t output = 0; output < packing.outputs; ++output) {
      for (int64_t tap = 0; tap < packing.taps; ++tap) {
        for (int64_t input = 0; input < packing.inputs; ++input) {
          const Weight at = {group, output, tap, input};
          expected.at(PackedIndex(packing, at)) = weights.at(SourceIndex(packing, at));
          EXPECT_EQ(
              group * packing.GroupStride() + tap * packing.TapStride() + packing.OffsetOf(output, input),
              PackedIndex(packing, at));
        }
      }
    }
  }
  std::vector<int16_t> packed(packing.Count(), 99);
  PackWeights<int16_t>(weights, packing, packed);
  EXPECT_EQ(packed, expected);
  PackWeights<int16_t>({}, packing, packed);
  EXPECT_THAT(packed, Each(kZero));
}

INSTANTIATE_TEST_SUITE_P(All, WeightPackingTest, ::testing::Range(size_t{0}, Packings().size()));

// The second weight of a byte is in its higher bits. Bytes behind the last weight are 0.
TEST(PackTensor, PacksElementsOfFourBitsAgain) {
  const ir::Tensor tensor = {.type = ir::DataType::kInt4, .dims = {1, 3}};
  const std::vector<std::byte> weights = {std::byte{0x21}, std::byte{0x0F}};  // 1, 2, -1
  const WeightPacking packing = {.outputs = 1, .inputs = 3, .vector = 4, .zero = 5};
  std::vector<std::byte> packed(10, std::byte{0xAA});
  PackTensor(tensor, weights, packing, packed);
  const std::byte none{0};
  const std::byte zeros{0x55};
  EXPECT_THAT(packed, ElementsAre(std::byte{0x51}, zeros, std::byte{0x52}, zeros, std::byte{0x5F}, zeros,
                                  zeros, zeros, none, none));
}

TEST(PackTensor, PacksIntegersOfSixteenBits) {
  const ir::Tensor tensor = {.type = ir::DataType::kInt16, .dims = {1, 1}};
  const std::vector<std::byte> weights = {std::byte{0x34}, std::byte{0x12}};
  std::vector<std::byte> packed(10, std::byte{0xAA});
  PackTensor(tensor, weights, {.zero = -1}, packed);
  const std::byte none{0};
  const std::byte ones{0xFF};
  EXPECT_THAT(packed,
              ElementsAre(std::byte{0x34}, std::byte{0x12}, ones, ones, ones, ones, ones, ones, none, none));
}

}  // namespace
}  // namespace litevk
