#include "delegate/ops/conv/window_tile.h"

#include <algorithm>
#include <array>
#include <limits>

#include "delegate/ops/common/algorithm.h"

namespace litevk {
namespace {

struct TileSize {
  uint32_t width;
  uint32_t height;
};

// Candidate tiles, at most kMaxTile of window_tile.glsl. Tiles of several rows are unrolled code.
constexpr std::array<TileSize, 4> kCandidates = {{{4, 2}, {4, 1}, {2, 1}, {1, 1}}};
// Number of input pixels that an invocation may load for a tile: each is code. A wide window at a large
// stride shares few pixels.
constexpr int kMostColumns = 16;
constexpr int kMostUnrolled = 48;
// A pool's tile of 2x2 loads little more for a pixel than a 4x2 tile of more loads than kManyUnrolled. The
// 2x2 tile compiles in half the time.
constexpr std::array<TileSize, 4> kSmallCandidates = {{{2, 2}, {4, 1}, {2, 1}, {1, 1}}};
constexpr int kManyUnrolled = 32;
// LanesFor's `idle` for workgroups that leave at most one lane in 16 idle.
constexpr uint32_t kFewIdle = 16;

// Number of input pixels that `count` windows side by side cover, holes of the dilation included. The product
// of the results of two directions does not overflow.
int64_t Reach(uint32_t count, int filter, int stride, int dilation) {
  const int64_t pixels = (int64_t{count} - 1) * stride + (int64_t{filter} - 1) * dilation + 1;
  return std::min<int64_t>(pixels, std::numeric_limits<int32_t>::max());
}

// Returns the work of one invocation, in vector operations; a load takes about as long as one. 0: not a
// candidate.
int64_t Work(const TileSize& tile, const ConvWindow& window, bool has_weights) {
  const int64_t columns = Reach(tile.width, window.filter_w, window.stride_w, window.dilation_w);
  const int64_t taps = int64_t{window.filter_h} * window.filter_w;
  const int64_t rows = tile.height == 1
                           ? window.filter_h
                           : Reach(tile.height, window.filter_h, window.stride_h, window.dilation_h);
  if (tile.width > 1 && columns > kMostColumns) return 0;
  if (tile.height > 1 && rows * columns > kMostUnrolled) return 0;
  return rows * columns + (has_weights ? taps : 0) + taps * tile.width * tile.height;
}

const std::array<TileSize, 4>& CandidatesFor(const ConvWindow& window, bool has_weights,
                                             const gpu::DeviceLimits& limits) {
  const auto& [width, height] = kCandidates.front();
  const int64_t loads = Reach(width, window.filter_w, window.stride_w, window.dilation_w) *
                        Reach(height, window.filter_h, window.stride_h, window.dilation_h);
  const bool is_long = loads > kManyUnrolled && loads <= kMostUnrolled;
  return limits.runs_on_cpu && !has_weights && is_long ? kSmallCandidates : kCandidates;
}

int64_t WorkgroupsOf(uint32_t blocks, uint32_t tiles, uint32_t lanes) {
  return int64_t{GroupsFor(blocks, lanes)} * GroupsFor(tiles, kInvocations / lanes);
}

// Returns the lanes that leave fewer idle: workgroups of fewer lanes and more tiles load no more.
uint32_t LanesOfGpu(uint32_t blocks, uint32_t tiles) {
  const uint32_t many = LanesFor(blocks);
  const uint32_t few = LanesFor(blocks, kFewIdle);
  return WorkgroupsOf(blocks, tiles, few) < WorkgroupsOf(blocks, tiles, many) ? few : many;
}

}  // namespace

std::string NameOf(const WindowTilePlan& plan) {
  return "tile " + std::to_string(plan.width) + "x" + std::to_string(plan.height);
}

void SpreadTiles(WindowTilePlan& plan, const ir::Shape& output, uint32_t cpu_lanes, int64_t work,
                 const gpu::DeviceLimits& limits) {
  const uint32_t blocks = GroupsFor(output[3], 4);
  plan.tiles_w = GroupsFor(output[2], plan.width);
  plan.tiles_h = GroupsFor(output[1], plan.height);
  plan.tiles = static_cast<uint32_t>(int64_t{output[0]} * plan.tiles_h * plan.tiles_w);
  plan.lanes = limits.runs_on_cpu ? cpu_lanes : LanesOfGpu(blocks, plan.tiles);
  plan.per_group = kInvocations / plan.lanes;
  plan.workgroups = TileGroups(GroupsFor(blocks, plan.lanes), plan.tiles, plan.per_group, limits);
  plan.time =
      std::max<int64_t>(WorkgroupsOf(blocks, plan.tiles, plan.lanes), limits.profile.parallel_workgroups) *
      kInvocations * kFlopsOfVector * work;
}

std::vector<WindowTilePlan> WindowTileCandidates(const ir::Shape& output, const ConvWindow& window,
                                                 bool has_weights, const gpu::DeviceLimits& limits) {
  const uint32_t blocks = GroupsFor(output[3], 4);
  std::vector<WindowTilePlan> plans;
  for (const TileSize& tile : CandidatesFor(window, has_weights, limits)) {
    if (tile.width * tile.height > limits.profile.max_tile) continue;
    const int64_t work = Work(tile, window, has_weights);
    if (work == 0) continue;
    WindowTilePlan plan = {.width = tile.width, .height = tile.height};
    SpreadTiles(plan, output, LanesOn(blocks, limits), work, limits);
    plans.push_back(plan);
  }
  std::ranges::stable_sort(plans, {}, &WindowTilePlan::time);
  // If a CPU reads storage buffers, unrolled rows take a second to compile and save no time.
  if (limits.runs_on_cpu && !limits.profile.prefers_texel_loads) {
    std::stable_partition(plans.begin(), plans.end(),
                          [](const WindowTilePlan& plan) { return plan.height == 1; });
  }
  return plans;
}

WindowTilePlan ChooseWindowTiles(Lowering& lowering, const ir::Shape& output, const ConvWindow& window,
                                 bool has_weights) {
  return ChoosePlan(lowering, ToString(window),
                    WindowTileCandidates(output, window, has_weights, lowering.limits()));
}

bool WindowTilesFit(int channels, const gpu::DeviceLimits& limits) {
  return GroupsFor(channels, 4) <= limits.max_workgroup_count[0];
}

}  // namespace litevk
