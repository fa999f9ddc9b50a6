#include "delegate/ops/conv/filter_fits.h"

#include <algorithm>
#include <array>

#include "delegate/ops/conv/tile_plan.h"
#include "delegate/ops/conv/window_tile.h"

namespace litevk {
namespace {

// Least number of outputs of a group that gives enough invocations with the same inputs to share them.
constexpr int kManyOutputs = 32;
// Most outputs that run faster with only one lane for each block of outputs, if lanes share pixels.
constexpr int kFewOutputs = 8;

}  // namespace

bool TakesGrouped(const FilterLayout& layout, const gpu::DeviceLimits& limits) {
  if (layout.groups == 1) return limits.profile.prefers_texel_loads && layout.outputs <= kFewOutputs;
  const uint32_t lanes = LanesOn(layout.Blocks(), limits);
  const int64_t computed = int64_t{GroupsFor(layout.Blocks(), lanes)} * lanes * 4;
  return layout.outputs < kManyOutputs || computed * 10 > int64_t{layout.outputs} * 13;
}

bool GroupedFits(const FilterLayout& layout, const gpu::DeviceLimits& limits) {
  return gpu::BytesOf(layout.GroupedFilterFloats(), gpu::Storage::kFloat32) <= limits.max_tensor_bytes() &&
         WindowTilesFit(layout.groups * layout.outputs, limits);
}

bool FilterFits(FilterLayout layout, const gpu::DeviceLimits& limits) {
  if (layout.groups > 1 && TakesGrouped(layout, limits)) return GroupedFits(layout, limits);
  return std::ranges::all_of(
      std::array{LanesFor(layout.Blocks()), kGemvLanes, kSharers}, [&](uint32_t lanes) {
        layout.lanes = lanes;
        return gpu::BytesOf(layout.FilterFloats(), gpu::Storage::kFloat32) <= limits.max_tensor_bytes() &&
               layout.AllPanels() <= limits.max_workgroup_count[0];
      });
}

}  // namespace litevk
