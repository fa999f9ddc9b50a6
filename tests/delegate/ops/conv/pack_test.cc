// Prepacked filters and biases, against values that are their own index.
#include "delegate/ops/conv/pack.h"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <vector>

namespace litevk {
namespace {

// Returns values 1, 2, 3, ... so that zero means padding.
std::vector<float> Numbered(int64_t count) {
  std::vector<float> values(static_cast<size_t>(count));
  std::iota(values.begin(), values.end(), 1.0F);
  return values;
}

// Returns memory for packed values, filled with values that must not survive.
std::vector<float> Unwritten(uint64_t floats) {
  return std::vector<float>(floats, std::numeric_limits<float>::quiet_NaN());
}

// Returns the value that belongs at one position of the packed filter.
float Expected(const FilterLayout& layout, uint32_t panel, int tap, int input, int output_in_panel) {
  const int group = static_cast<int>(panel / layout.Panels());
  const int output = static_cast<int>(panel % layout.Panels() * layout.lanes * 4) + output_in_panel;
  if (output >= layout.outputs) return 0.0F;
  if (layout.outputs_last) {
    const int row = group * layout.taps * layout.inputs + tap * layout.inputs + input;
    return static_cast<float>(row * layout.outputs + output + 1);
  }
  const int row = (group * layout.outputs + output) * layout.taps + tap;
  return static_cast<float>(row * layout.inputs + input + 1);
}

class PackFilterTest : public ::testing::TestWithParam<FilterLayout> {};

TEST_P(PackFilterTest, PutsEveryWeightWhereItsLaneReadsIt) {
  const FilterLayout layout = GetParam();
  const auto filter = Numbered(int64_t{layout.groups} * layout.outputs * layout.taps * layout.inputs);
  auto packed = Unwritten(layout.FilterFloats());
  PackWeights<float>(filter, FilterPacking(layout), packed);
  const int panel_outputs = static_cast<int>(layout.lanes) * 4;
  size_t at = 0;
  for (uint32_t panel = 0; panel < layout.AllPanels(); ++panel) {
    for (int tap = 0; tap < layout.taps; ++tap) {
      for (int input = 0; input < layout.inputs; ++input) {
        for (int output = 0; output < panel_outputs; ++output, ++at) {
          ASSERT_LT(at, packed.size());
          ASSERT_EQ(packed[at], Expected(layout, panel, tap, input, output))
              << "panel " << panel << " tap " << tap << " input " << input << " output " << output;
        }
      }
    }
  }
  EXPECT_EQ(at, packed.size());
}

INSTANTIATE_TEST_SUITE_P(
    Layouts, PackFilterTest,
    ::testing::Values(FilterLayout{.outputs = 1, .taps = 1, .inputs = 1, .lanes = 1},
                      FilterLayout{.groups = 3, .outputs = 9, .inputs = 5, .lanes = 2, .outputs_last = true},
                      FilterLayout{.outputs = 8, .taps = 9, .inputs = 4, .lanes = 2},
                      FilterLayout{.outputs = 7, .taps = 6, .inputs = 3, .lanes = 2},
                      FilterLayout{.outputs = 21, .taps = 1, .inputs = 10, .lanes = 4},
                      FilterLayout{.groups = 3, .outputs = 5, .taps = 4, .inputs = 6, .lanes = 1},
                      FilterLayout{.groups = 2, .outputs = 36, .taps = 2, .inputs = 1, .lanes = 8}));

TEST(PackGroupedFilter, PutsAllOutputsOfATapAndInputSideBySide) {
  const FilterLayout layout = {.groups = 3, .outputs = 2, .taps = 2, .inputs = 2};
  const std::vector<float> filter = Numbered(24);
  auto packed = Unwritten(layout.GroupedFilterFloats());
  PackWeights<float>(filter, GroupedFilterPacking(layout), packed);
  ASSERT_EQ(packed.size(), 4U * 8U);
  for (size_t row = 0; row < 4; ++row) {
    for (size_t output = 0; output < 8; ++output) {
      EXPECT_EQ(packed[row * 8 + output], output < 6 ? filter[output * 4 + row] : 0.0F)
          << row << " " << output;
    }
  }
}

TEST(PackBias, LeavesGapsBetweenGroups) {
  const FilterLayout layout = {.groups = 2, .outputs = 3, .taps = 1, .inputs = 1, .lanes = 1};
  auto packed = Unwritten(layout.BiasFloats());
  PackWeights<float>(Numbered(6), BiasPacking(layout), packed);
  EXPECT_EQ(packed, (std::vector<float>{1, 2, 3, 0, 4, 5, 6, 0}));
}

TEST(PackBias, IsZeroWhenAbsent) {
  const FilterLayout layout = {.outputs = 5, .taps = 1, .inputs = 1, .lanes = 4};
  auto packed = Unwritten(layout.BiasFloats());
  PackWeights<float>({}, BiasPacking(layout), packed);
  EXPECT_EQ(packed, std::vector<float>(16, 0.0F));
}

TEST(PackRows, RoundsEveryRowUpToFour) {
  auto packed = Unwritten(16);
  PackWeights<float>(Numbered(10), RowPacking(2, 5), packed);
  EXPECT_EQ(packed, (std::vector<float>{1, 2, 3, 4, 5, 0, 0, 0, 6, 7, 8, 9, 10, 0, 0, 0}));
}

TEST(PackRows, IsZeroWhenAbsent) {
  auto packed = Unwritten(8);
  PackWeights<float>({}, RowPacking(1, 5), packed);
  EXPECT_EQ(packed, std::vector<float>(8, 0.0F));
}

TEST(FilterLayout, CountsBeyond32Bits) {
  const FilterLayout layout = {.outputs = 65536, .taps = 9, .inputs = 4096, .lanes = 64};
  EXPECT_EQ(layout.BiasFloats(), 65536U);
  EXPECT_EQ(layout.FilterFloats(), uint64_t{65536} * 9 * 4096);
}

}  // namespace
}  // namespace litevk
