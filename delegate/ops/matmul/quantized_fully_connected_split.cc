#include "delegate/ops/matmul/quantized_fully_connected_split.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>
#include <vector>

#include "delegate/ops/common/algorithm.h"
#include "delegate/ops/common/quantization_constants.h"
#include "delegate/ops/conv/conv_common.h"
#include "delegate/ops/conv/tile_plan.h"
#include "runtime/opset/quantized/weights_zero_point.h"

namespace litevk {
namespace {

constexpr std::array<uint32_t, 6> kTiles = {32, 16, 8, 4, 2, 1};
constexpr uint32_t kMostShared = 32;  // kMaxTile of the shader where lanes share rows
constexpr uint32_t kMostOwn = 8;      // kMaxTile of the shader where lanes do not share rows
constexpr uint32_t kMostSliced = 8;   // most rows of a tile with slices, as in the shader
constexpr size_t kMostSplits = 4;

// Returns an estimate from vector operations. Weights are loaded and unpacked once for a tile. Each lane that
// shares no inputs loads its own.
int64_t TimeOf(const RowSplit& split, const WordsOfWeights& layout, int64_t rows,
               const gpu::DeviceLimits& limits) {
  const bool is_shared = split.variant.reads_texels() && split.tile % kSharers == 0;
  const int64_t row_work = split.variant.dot_products ? 8 : is_shared ? 22 : 34;
  const int64_t weights_work = split.variant.dot_products ? 8 : 64;
  const int64_t slices = kSplitInvocations / split.lanes;
  const int64_t groups = int64_t{GroupsFor(layout.Blocks(), split.lanes)} * GroupsFor(rows, split.tile);
  const int64_t quads = GroupsFor(layout.Quads(), static_cast<uint32_t>(slices));
  const int64_t work = quads * (weights_work + split.tile * row_work) + split.tile * (slices * 4 + 64);
  return std::max<int64_t>(groups, limits.profile.parallel_workgroups) * kSplitInvocations * kFlopsOfVector *
         work;
}

// Adds variants. Slices have tiles of at most kMostSliced rows, and lanes that share rows belong to one
// slice.
void AddSplits(const gpu::Variant& variant, const WordsOfWeights& layout, bool takes_slices,
               const gpu::DeviceLimits& limits, std::vector<RowSplit>& splits) {
  const uint32_t fewest = variant.reads_texels() ? kSharers : 2;
  const uint32_t most = std::max(std::min(kSplitInvocations / 2, std::bit_ceil(layout.Blocks())), fewest);
  for (const uint32_t tile : kTiles) {
    if (tile > std::min(variant.reads_texels() ? kMostShared : kMostOwn, limits.profile.max_tile)) continue;
    splits.push_back({variant, tile, kSplitInvocations});
    if (!takes_slices || tile > kMostSliced) continue;
    for (uint32_t lanes = most; lanes >= fewest; lanes /= 2) splits.push_back({variant, tile, lanes});
  }
}

bool TakesDotProducts(const NodeView& view) {
  return view.limits().dot_product != gpu::PackedDotProduct::kNone &&
         view.input(kConvInput).type == ir::DataType::kInt8 &&
         view.input(kConvFilter).type == ir::DataType::kInt8 &&
         ZeroPointOfWeights(view.input(kConvFilter)) == 0;
}

// Keeps the first variants with dot products and the first ones without.
void KeepBest(std::vector<RowSplit>& splits) {
  std::array<size_t, 2> kept = {};
  std::erase_if(splits, [&](const RowSplit& split) {
    return ++kept[split.variant.dot_products ? 1 : 0] > kMostSplits;
  });
}

}  // namespace

std::string NameOf(const RowSplit& split) {
  return (split.variant.dot_products ? "dot products tile " : "tile ") + std::to_string(split.tile) +
         " lanes " + std::to_string(split.lanes);
}

std::vector<RowSplit> RowSplits(const Lowering& lowering, const WordsOfWeights& layout, int64_t rows,
                                bool takes_slices) {
  const gpu::DeviceLimits& limits = lowering.limits();
  std::vector<RowSplit> splits;
  AddSplits(lowering.MatmulVariant(/*whole_inputs=*/false, /*outputs=*/4), layout, takes_slices, limits,
            splits);
  if (TakesDotProducts(lowering.view())) {
    AddSplits({.dot_products = true}, layout, takes_slices, limits, splits);
  }
  for (RowSplit& split : splits) split.time = TimeOf(split, layout, rows, limits);
  const bool is_emulated = limits.dot_product != gpu::PackedDotProduct::kAccelerated;
  std::ranges::stable_sort(splits, {}, [&](const RowSplit& split) {
    return std::pair(split.variant.dot_products && is_emulated, split.time);
  });
  KeepBest(splits);
  return splits;
}

}  // namespace litevk
