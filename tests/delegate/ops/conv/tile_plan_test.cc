// The split of convolutions into workgroups and slices.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "delegate/ops/conv/conv_common.h"
#include "delegate/ops/conv/window_tile.h"

namespace litevk {
namespace {

FilterLayout Layout(int outputs, int inputs, int taps = 1) {
  FilterLayout layout = {.outputs = outputs, .taps = taps, .inputs = inputs};
  layout.lanes = LanesFor(layout.Blocks());
  return layout;
}

TilePlan Plan(const FilterLayout& layout, int64_t rows, int width, const gpu::DeviceLimits& limits = {}) {
  return PlanConvTiles(layout, rows, width, {}, limits, kMaxSlices);
}

uint32_t Invocations(const TilePlan& plan) { return plan.lanes * plan.height * plan.slices; }

TEST(TilePlanTest, ManyTilesNeedNoSlices) {
  const TilePlan plan = Plan(Layout(64, 64, 9), 112, 112);
  EXPECT_EQ(plan.slices, 1U);
  EXPECT_EQ(plan.tile, 8U);
  EXPECT_EQ(Invocations(plan), kInvocations);
}

TEST(TilePlanTest, FewTilesAreSplitAndStayLarge) {
  const TilePlan plan = Plan(Layout(96, 576), 1, 196);
  EXPECT_GT(plan.slices, 1U);
  EXPECT_GE(plan.tile, 4U);
}

TEST(TilePlanTest, RowsThatSevenDividesAreFilled) {
  const TilePlan plan = Plan(Layout(128, 128, 9), 28, 28);
  EXPECT_EQ(plan.tile, 7U);
  EXPECT_EQ(plan.tiles_w, 4U);
}

TEST(TilePlanTest, SlicesFitEveryDevice) {
  const gpu::DeviceLimits floor;
  for (const int outputs : {4, 16, 24, 40, 96, 256, 1000}) {
    for (const int inputs : {3, 8, 32, 100, 960}) {
      const TilePlan plan = Plan(Layout(outputs, inputs), 1, 49, floor);
      EXPECT_LE(plan.slices, GroupsFor(inputs, 4));
      EXPECT_LE(Invocations(plan), floor.max_workgroup_invocations);
      EXPECT_LE(uint64_t{plan.slices} * Invocations(plan) * 4 * sizeof(float), floor.max_shared_memory_bytes);
    }
  }
}

TEST(TilePlanTest, LargerDevicesTakeMoreSlices) {
  const FilterLayout layout = Layout(256, 1024);
  gpu::DeviceLimits limits;
  EXPECT_EQ(Plan(layout, 1, 49, limits).slices, 2U);
  limits.max_workgroup_invocations = 1024;
  EXPECT_EQ(Plan(layout, 1, 49, limits).slices, 4U);
}

TEST(TilePlanTest, ACpuTakesNoSlicesAndFewShapes) {
  const gpu::DeviceLimits cpu = {.runs_on_cpu = true, .profile = {.parallel_workgroups = 8}};
  EXPECT_EQ(Plan(Layout(96, 576), 1, 49, cpu).slices, 1U);
  EXPECT_EQ(LanesOn(64, cpu), kSharers);
  EXPECT_EQ(LanesOn(4, cpu), 4U);
  EXPECT_EQ(LanesOn(64, {}), 64U);
  const gpu::DeviceLimits texels = {.runs_on_cpu = true, .profile = {.prefers_texel_loads = true}};
  EXPECT_EQ(LanesOn(4, texels), kSharers) << "a subgroup shares pixels";
}

TEST(TilePlanTest, WindowsAreUnrolledInRowsWhereThatIsCompiledQuickly) {
  const ir::Shape output = {1, 56, 56, 128};
  const ConvWindow window = {.filter_h = 3, .filter_w = 3};
  const auto height = [&](const gpu::DeviceLimits& limits) {
    return WindowTileCandidates(output, window, true, limits).front().height;
  };
  EXPECT_EQ(height({}), 2U);
  EXPECT_EQ(height({.runs_on_cpu = true, .profile = {.prefers_texel_loads = true}}), 2U);
  EXPECT_EQ(height({.runs_on_cpu = true}), 1U);
}

TEST(TilePlanTest, PoolsOfManyLoadsHaveSmallTilesWhereACpuCompilesThem) {
  const gpu::DeviceLimits cpu = {.runs_on_cpu = true, .profile = {.prefers_texel_loads = true}};
  const auto tile = [](int stride, bool has_weights, const gpu::DeviceLimits& limits) {
    const ConvWindow window = {.filter_h = 3, .filter_w = 3, .stride_h = stride, .stride_w = stride};
    return NameOf(WindowTileCandidates({1, 56, 56, 128}, window, has_weights, limits).front());
  };
  EXPECT_EQ(tile(2, false, cpu), "tile 2x2");
  EXPECT_EQ(tile(1, false, cpu), "tile 4x2");
  EXPECT_EQ(tile(2, true, cpu), "tile 4x2");
  EXPECT_EQ(tile(2, false, {}), "tile 4x2");
}

TEST(TilePlanTest, TheLargestStrideAndDilationHaveTilesOfOnePixel) {
  constexpr int kLargest = std::numeric_limits<int>::max();
  const ConvWindow window = {.filter_h = 3,
                             .filter_w = 3,
                             .stride_h = kLargest,
                             .stride_w = kLargest,
                             .dilation_h = kLargest,
                             .dilation_w = kLargest};
  for (const bool has_weights : {false, true}) {
    EXPECT_EQ(NameOf(WindowTileCandidates({1, 1, 1, 4}, window, has_weights, {}).front()), "tile 1x1");
  }
}

TEST(TilePlanTest, SlicesAreOfStorageBuffersOnly) {
  FilterLayout layout = Layout(64, 384);
  layout.lanes = kSharers;
  EXPECT_EQ(PlanConvTiles(layout, 1, 49, {.read = gpu::Read::kTexels}, {}, kMaxSlices).slices, 1U);
  EXPECT_EQ(PlanConvTiles(Layout(64, 384), 1, 49, {}, {}).slices, 1U);
}

class TilePlanCapTest : public testing::TestWithParam<uint32_t> {
 protected:
  TilePlanCapTest() { limits_.profile.max_tile = GetParam(); }

  gpu::DeviceLimits limits_;
};
INSTANTIATE_TEST_SUITE_P(Caps, TilePlanCapTest, testing::Values(1, 2, 3, 4, 7, 8, 16, 32));

// Expects the largest tile below the cap among the plans: none is held back without need.
template <typename Plans, typename Size>
void ExpectCapped(const Plans& plans, uint32_t largest, const Size& size) {
  ASSERT_FALSE(plans.empty());
  uint32_t found = 0;
  for (const auto& plan : plans) found = std::max(found, size(plan));
  EXPECT_EQ(found, largest);
}

TEST_P(TilePlanCapTest, NoConvolutionPassesIt) {
  const uint32_t largest = GetParam() == 3 ? 2 : std::min(GetParam(), 8U);
  for (const int outputs : {4, 32, 256}) {
    for (const int width : {1, 7, 49, 224}) {
      const auto plans = ConvTileCandidates(Layout(outputs, 64, 9), 14, width, {}, limits_, kMaxSlices);
      ExpectCapped(plans, largest, [](const TilePlan& plan) { return plan.tile; });
    }
  }
}

TEST_P(TilePlanCapTest, LanesThatSharePixelsTakeEightAtLeast) {
  limits_.profile.prefers_texel_loads = limits_.runs_on_cpu = true;
  for (const int width : {7, 200}) {
    for (const int taps : {1, 9}) {
      const auto plans =
          ConvTileCandidates(Layout(64, 64, taps), 1, width, {.read = gpu::Read::kTexels}, limits_);
      ExpectCapped(plans, std::max(GetParam(), kSharers), [](const TilePlan& plan) { return plan.tile; });
    }
  }
}

TEST_P(TilePlanCapTest, NoWindowPassesIt) {
  const uint32_t largest = GetParam() == 3 ? 2 : GetParam() == 7 ? 4 : std::min(GetParam(), 8U);
  for (const bool has_weights : {false, true}) {
    const auto plans =
        WindowTileCandidates({1, 56, 56, 64}, {.filter_h = 3, .filter_w = 3}, has_weights, limits_);
    ExpectCapped(plans, largest, [](const WindowTilePlan& plan) { return plan.width * plan.height; });
  }
}

}  // namespace
}  // namespace litevk
