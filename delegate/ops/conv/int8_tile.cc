#include "delegate/ops/conv/int8_tile.h"

#include <initializer_list>
#include <iterator>
#include <utility>

#include "delegate/ops/common/algorithm.h"
#include "delegate/ops/common/quantization_constants.h"
#include "delegate/ops/conv/int8_tile_pack.h"

namespace litevk {
namespace {

// Estimated vector operations of an invocation for four input channels of a tap, and for a pixel's result, as
// on navi21.
int64_t WorkOfQuad(const gpu::Variant& variant, uint32_t tile) {
  return variant.dot_products ? 4 + int64_t{tile} * 6 : 36 + int64_t{tile} * 24;
}
constexpr int64_t kWorkOfResult = 80;

uint32_t LargestTile(const gpu::DeviceProfile& profile, bool is_long) {
  return is_long ? std::min(profile.max_tile, profile.max_long_tile) : profile.max_tile;
}

// Adds a plan for each of the tiles that the device takes.
void AddPlans(const gpu::DeviceLimits& limits, const QuantizedLayout& layout, int64_t pixels,
              const gpu::Variant& variant, bool is_long, std::initializer_list<uint32_t> tiles,
              std::vector<Int8TilePlan>& plans) {
  const uint32_t largest =
      std::max(LargestTile(limits.profile, is_long), variant.reads_texels() ? kSharers : 1);
  for (const uint32_t tile : tiles) {
    if (tile > largest) continue;
    TilePlan plan = {.lanes = layout.lanes, .tile = tile};
    plan.height = variant.reads_texels() ? 1 : kInvocations / layout.lanes;
    plan.tiles = GroupsFor(pixels, tile);
    plan.workgroups = TileGroups(layout.AllPanels(), plan.tiles, plan.height, limits);
    const int64_t workgroups = int64_t{layout.AllPanels()} * GroupsFor(plan.tiles, plan.height);
    const int64_t quads = int64_t{layout.taps} * layout.Quads();
    const int64_t flops = int64_t{plan.lanes} * plan.height * kFlopsOfVector;
    plan.time = std::max<int64_t>(workgroups, limits.profile.parallel_workgroups) * flops *
                (quads * WorkOfQuad(variant, tile) + int64_t{tile} * kWorkOfResult);
    plans.push_back({plan, variant, is_long});
  }
}

void SortByTime(std::vector<Int8TilePlan>& plans) {
  std::ranges::stable_sort(plans, {}, [](const Int8TilePlan& plan) { return plan.tiles.time; });
}

// Returns plans in order of preference. If lanes share pixels they load few, so large tiles pay only for
// windows and long sums, whatever the estimates say.
std::vector<Int8TilePlan> FloatPlans(const gpu::DeviceLimits& limits, const QuantizedLayout& layout,
                                     int64_t pixels, const gpu::Variant& variant, bool is_long) {
  constexpr int kLongSum = 128;
  std::vector<Int8TilePlan> plans;
  if (!variant.reads_texels()) {
    AddPlans(limits, layout, pixels, variant, is_long, {8, 4, 2, 1}, plans);
    SortByTime(plans);
  } else if (pixels <= kSharers) {
    AddPlans(limits, layout, pixels, variant, is_long, {8, 16, 32}, plans);
  } else if (layout.taps > 1 || layout.inputs >= kLongSum) {
    AddPlans(limits, layout, pixels, variant, is_long, {32, 16, 8}, plans);
  } else {
    AddPlans(limits, layout, pixels, variant, is_long, {16, 32, 8}, plans);
  }
  return plans;
}

std::vector<Int8TilePlan> DotPlans(const gpu::DeviceLimits& limits, const QuantizedLayout& layout,
                                   int64_t pixels, int weight_bits) {
  std::vector<Int8TilePlan> plans;
  if (limits.dot_product == gpu::PackedDotProduct::kNone || weight_bits < 8) return plans;
  AddPlans(limits, layout, pixels, {.dot_products = true}, false, {8, 4, 2, 1}, plans);
  SortByTime(plans);
  return plans;
}

}  // namespace

std::string NameOf(const Int8TilePlan& plan) {
  return (plan.variant.dot_products ? "dot products " : "floats ") + NameOf(plan.tiles);
}

QuantizedLayout WithLanes(QuantizedLayout layout, const gpu::DeviceLimits& limits) {
  layout.lanes = LanesOn(layout.Blocks(), limits);
  return layout;
}

std::vector<Int8TilePlan> Int8TilePlans(const gpu::DeviceLimits& limits, const QuantizedLayout& layout,
                                        int64_t pixels, const gpu::Variant& variant, int weight_bits) {
  const uint32_t products = static_cast<uint32_t>(layout.taps) * layout.Quads() * 4;
  const uint32_t exact = weight_bits == 32 ? kExactCenteredProducts : kExactProducts;
  std::vector<Int8TilePlan> first = FloatPlans(limits, layout, pixels, variant, products > exact);
  std::vector<Int8TilePlan> then = DotPlans(limits, layout, pixels, weight_bits);
  if (limits.dot_product == gpu::PackedDotProduct::kAccelerated) std::swap(first, then);
  std::ranges::move(then, std::back_inserter(first));
  return first;
}

gpu::TensorId AddTileWeights(Lowering& lowering, int index, const QuantizedLayout& layout) {
  return AddPackedIntegers(
      lowering,
      {"integer filter of tiles", index, TileFilterPacking(layout), "in words of tiles, " + layout.Key()},
      TileFilterBytes(layout, WeightBits(lowering.view().input(index))));
}

}  // namespace litevk
