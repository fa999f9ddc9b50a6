#include "delegate/ops/conv/tile_plan.h"

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <span>

#include "delegate/ops/common/algorithm.h"

namespace litevk {
namespace {

// Terms of a sum from which on the largest tile of shared pixels pays.
constexpr int kLongSum = 256;
// Estimated times, in multiply-adds of an invocation: a vec4 load that mostly hits a cache, an epilogue with
// its store, a barrier.
constexpr int64_t kLoadCost = 4;
constexpr int64_t kStoreCost = 16;
constexpr int64_t kBarrierCost = 32;
// Shared memory that a workgroup takes at most, so that others fit beside it.
constexpr uint32_t kExchangeBytes = 16384;

// Work for four input channels of one tap: four weight vectors, the vectors of `loaded` pixels, and 16
// multiply-adds for each of `tile` pixels.
int64_t BlockWork(uint32_t tile, uint32_t loaded) {
  return kLoadCost * (4 + int64_t{loaded}) + 16 * int64_t{tile};
}

// Work of an invocation besides its part of the sum. The invocation writes its sums for the other slices,
// reads theirs, and stores its part of the pixels.
int64_t OutputWork(uint32_t tile, uint32_t slices) {
  const int64_t rounds = GroupsFor(tile, slices);
  if (slices == 1) return rounds * kStoreCost;
  return tile * kLoadCost + rounds * (kBarrierCost + slices * (kLoadCost + 4) + kStoreCost);
}

// Returns the `tiles` that have at most `largest` pixels, in order.
std::vector<uint32_t> AtMost(uint32_t largest, std::initializer_list<uint32_t> tiles) {
  std::vector<uint32_t> kept;
  std::ranges::copy_if(tiles, std::back_inserter(kept), [&](uint32_t tile) { return tile <= largest; });
  return kept;
}

// `panels` workgroups lie along x; each has `slices` times `invocations`, of which `lanes` lie along x.
struct Workgroups {
  uint32_t panels = 1;
  uint32_t lanes = 1;
  uint32_t invocations = 1;
  uint32_t slices = 1;
};

// Adds a plan for each tile of `candidates`. `work` estimates the work of one invocation.
void AddPlans(const Workgroups& groups, int64_t rows, int width, std::span<const uint32_t> candidates,
              const std::function<int64_t(uint32_t)>& work, const gpu::DeviceLimits& limits,
              std::vector<TilePlan>& plans) {
  const auto [panels, lanes, invocations, slices] = groups;
  // A larger workgroup counts as several of 64 invocations.
  const int64_t size = std::max<int64_t>(invocations * slices / kInvocations, 1);
  const int64_t flops = std::min(invocations * slices, kInvocations) * kFlopsOfMultiplyAdd;
  for (const uint32_t tile : candidates) {
    TilePlan plan = {.lanes = lanes, .height = invocations / lanes, .slices = slices, .tile = tile};
    plan.tiles_w = GroupsFor(width, tile);
    plan.tiles = static_cast<uint32_t>(rows * plan.tiles_w);
    plan.workgroups = TileGroups(panels, plan.tiles, plan.height, limits);
    const int64_t workgroups = int64_t{panels} * GroupsFor(plan.tiles, plan.height);
    plan.time = std::max<int64_t>(workgroups * size, limits.profile.parallel_workgroups) * flops * work(tile);
    plans.push_back(plan);
  }
}

// Sorts the plans by time; equal ones keep their order.
void SortByTime(std::span<TilePlan> plans) { std::ranges::stable_sort(plans, {}, &TilePlan::time); }

std::vector<TilePlan> SharedCandidates(const FilterLayout& layout, int64_t rows, int width,
                                       const gpu::DeviceLimits& limits) {
  // Nearly all convolutions take one tile, as every other one is a pipeline to compile. The second tile, with
  // which long sums over many taps gain, compiles slowly. The last is for a tuner.
  const uint32_t largest = std::max(limits.profile.max_tile, kSharers);
  const bool is_long =
      layout.taps > 1 && layout.taps * layout.inputs >= kLongSum && largest >= gpu::kLargestTile;
  const bool is_narrow = width <= 8;
  const std::vector<uint32_t> tiles = is_narrow ? AtMost(largest, {8, 16, 32}) : AtMost(largest, {16, 32, 8});
  const int64_t terms = int64_t{layout.taps} * GroupsFor(layout.inputs, 4);
  std::vector<TilePlan> plans;
  AddPlans(
      {.panels = layout.AllPanels(), .lanes = layout.lanes, .invocations = layout.lanes}, rows, width, tiles,
      [&](uint32_t tile) { return terms * BlockWork(tile, tile / kSharers); }, limits, plans);
  SortByTime(std::span(plans).first(is_narrow ? 1 : is_long ? 2 : 1));
  return plans;
}

// True if the slices of a workgroup, of `invocations` each, fit the device and have work.
bool SlicesFit(uint32_t slices, uint32_t invocations, uint32_t blocks, const gpu::DeviceLimits& limits) {
  const uint64_t bytes = gpu::BytesOf(uint64_t{slices} * slices * invocations * 4, gpu::Storage::kFloat32);
  return slices <= blocks && slices <= limits.max_workgroup_size[2] &&
         slices * invocations <= limits.max_workgroup_invocations &&
         bytes <= std::min(kExchangeBytes, limits.max_shared_memory_bytes);
}

}  // namespace

uint32_t LanesFor(uint32_t blocks, uint32_t idle) {
  for (uint32_t lanes = kInvocations; lanes > 1; lanes /= 2) {
    const uint32_t covered = (blocks + lanes - 1) / lanes * lanes;
    if ((covered - blocks) * idle <= covered) return lanes;
  }
  return 1;
}

uint32_t LanesOn(uint32_t blocks, const gpu::DeviceLimits& limits) {
  if (limits.profile.prefers_texel_loads) return kSharers;
  const uint32_t lanes = LanesFor(blocks);
  return limits.runs_on_cpu ? std::min(lanes, kSharers) : lanes;
}

std::array<uint32_t, 3> TileGroups(uint32_t panels, uint32_t tiles, uint32_t height,
                                   const gpu::DeviceLimits& limits) {
  const uint32_t groups = GroupsFor(tiles, height);
  const uint32_t along_y = std::min(groups, limits.max_workgroup_count[1]);
  return {panels, along_y, GroupsFor(groups, along_y)};
}

std::string NameOf(const TilePlan& plan) {
  std::string name = "tile " + std::to_string(plan.tile);
  if (plan.slices > 1) name += " slices " + std::to_string(plan.slices);
  return name;
}

std::vector<TilePlan> ConvTileCandidates(const FilterLayout& layout, int64_t rows, int width,
                                         const gpu::Variant& variant, const gpu::DeviceLimits& limits,
                                         uint32_t max_slices) {
  if (variant.reads_texels()) return SharedCandidates(layout, rows, width, limits);
  // Seven divides the images of most networks, whose sides are 7 times a power of two.
  const std::vector<uint32_t> tiles = AtMost(limits.profile.max_tile, {8, 7, 4, 2, 1});
  const uint32_t blocks = GroupsFor(layout.inputs, 4);
  std::vector<TilePlan> plans;
  // A CPU is busy with a few workgroups, and slices wait for each other.
  if (limits.runs_on_cpu) max_slices = 1;
  for (uint32_t slices = 1; slices <= max_slices; slices *= 2) {
    const uint32_t invocations = std::max(kInvocations / slices, layout.lanes);
    if (slices > 1 && !SlicesFit(slices, invocations, blocks, limits)) break;
    const int64_t terms = int64_t{layout.taps} * GroupsFor(blocks, slices);
    const auto work = [&](uint32_t tile) { return terms * BlockWork(tile, tile) + OutputWork(tile, slices); };
    AddPlans({layout.AllPanels(), layout.lanes, invocations, slices}, rows, width, tiles, work, limits,
             plans);
  }
  SortByTime(plans);
  return plans;
}

bool SlicesAreUniform(const TilePlan& plan, const gpu::DeviceLimits& limits) {
  return plan.slices > 1 && plan.height == 1 && limits.subgroup_size > 1 &&
         plan.lanes % limits.subgroup_size == 0;
}

TilePlan PlanConvTiles(const FilterLayout& layout, int64_t rows, int width, const gpu::Variant& variant,
                       const gpu::DeviceLimits& limits, uint32_t max_slices) {
  return ConvTileCandidates(layout, rows, width, variant, limits, max_slices).front();
}

}  // namespace litevk
