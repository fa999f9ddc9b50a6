#include "delegate/ops/matmul/hybrid_product.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <string>

#include "delegate/ops/common/algorithm.h"
#include "delegate/ops/common/packed_constant.h"
#include "delegate/ops/conv/tile_plan.h"
#include "delegate/ops/move/strided.h"
#include "shaders/matmul/hybrid_product.h"
#include "shaders/matmul/pack_numbers.h"

namespace litevk {
namespace {

using Shader = shaders::HybridProduct;

constexpr int kWeights = 1;
// Rows of a tile; the largest is kMaxTile of the shader.
constexpr std::array<uint32_t, 4> kTiles = {8, 4, 2, 1};

// Packs weights that a run computes.
gpu::TensorId EmitPackedWeights(Lowering& lowering, const HybridLayout& layout) {
  const auto u32 = [](int64_t value) { return static_cast<uint32_t>(value); };
  const gpu::TensorId packed =
      lowering.AddScratch("packed weights", layout.WeightBytes(), gpu::Storage::kBits8);
  const int64_t total = layout.matrices * layout.Quads() * layout.Blocks();
  lowering.EmitPart<shaders::PackNumbers>({.kLocalSizeX = kInvocations},
                                          {.inputs = u32(layout.inputs),
                                           .outputs = u32(layout.outputs),
                                           .quads = u32(layout.Quads()),
                                           .blocks = u32(layout.Blocks()),
                                           .total = u32(total),
                                           .input_pitch = layout.outputs_last ? u32(layout.outputs) : 1,
                                           .output_pitch = layout.outputs_last ? 1 : u32(layout.inputs)},
                                          {.source = lowering.Input(kWeights), .result = packed},
                                          FlatGroups(total, kInvocations, lowering.limits()));
  return packed;
}

gpu::TensorId AddWeights(Lowering& lowering, const HybridLayout& layout) {
  if (!lowering.view().input_is_known(kWeights)) return EmitPackedWeights(lowering, layout);
  return AddHybridWeights(lowering, kWeights, layout);
}

gpu::TensorId AddChannels(Lowering& lowering, const HybridProduct& product) {
  const NodeView& view = lowering.view();
  const bool has_bias = product.bias >= 0 && view.has_input(product.bias);
  const ir::TensorId bias_id = has_bias ? view.input_id(product.bias) : ir::kAbsent;
  const auto write = [graph = &view.graph(), id = view.input_id(kWeights), bias_id,
                      layout = product.right](std::span<std::byte> out) -> Status {
    KnownValue bias{std::span<const std::byte>()};
    if (bias_id != ir::kAbsent) {
      LITEVK_ASSIGN_OR_RETURN(bias, EvaluateKnown(*graph, bias_id));
    }
    PackHybridChannels(graph->tensor(id).quantization.scales, bias.As<float>(), layout,
                       ElementsOf<float>(out));
    return {};
  };
  const std::string bias_key = has_bias ? lowering.KeyOf(product.bias, "bias") : "no bias";
  const std::string key = lowering.KeyOf(kWeights, "channels, " + product.right.Key() + ", ");
  return lowering.AddConstant("scales and biases", product.right.ChannelWords(), gpu::Storage::kBits32, write,
                              key.empty() || bias_key.empty() ? "" : key + bias_key);
}

int64_t CountProducts(const HybridProduct& product) {
  int64_t count = 1;
  for (const ir::WalkDim<2>& dim : product.walk) count *= dim.size;
  return count;
}

// Returns the walk over the products by all dims but the last one, in rows of quantized values and in vectors
// of 16 weights.
std::vector<ir::WalkDim<2>> NumberWalk(const HybridProduct& product) {
  std::vector<ir::WalkDim<2>> walk = product.walk;
  for (ir::WalkDim<2>& dim : walk) {
    dim.strides[0] *= product.left.rows;
    dim.strides[1] *= product.right.Quads() * product.right.Blocks();
  }
  walk.push_back({});
  return walk;
}

int64_t WorkgroupsOf(const HybridProduct& product, const HybridSplit& split) {
  return CountProducts(product) * GroupsFor(product.rows, split.tile) *
         GroupsFor(product.right.Blocks(), split.lanes);
}

// Returns the lanes of a workgroup. Fewer lanes make more workgroups, each invocation of which adds up a
// shorter slice. A single invocation adds up blocks of the depth in order.
uint32_t LanesFor(const HybridProduct& product, uint32_t tile, const gpu::DeviceLimits& limits) {
  if (product.right.block > 0) return kInvocations;
  uint32_t lanes = std::min(std::bit_ceil(static_cast<uint32_t>(product.right.Blocks())), kInvocations);
  const auto slices = [&] { return kInvocations / lanes; };
  while (lanes > 4 && product.right.Quads() >= int64_t{8} * slices() &&
         WorkgroupsOf(product, {.tile = tile, .lanes = lanes}) < limits.profile.parallel_workgroups) {
    lanes /= 2;
  }
  return lanes;
}

// Returns an estimate from vector operations: weights are loaded and unpacked once for all rows of a tile.
int64_t TimeOf(const HybridProduct& product, const HybridSplit& split, const gpu::DeviceLimits& limits) {
  const uint32_t slices = kInvocations / split.lanes;
  const int64_t of_invocation =
      int64_t{GroupsFor(product.right.Quads(), slices)} * (24 + int64_t{split.tile} * 24) +
      int64_t{slices} * 8;
  return std::max<int64_t>(WorkgroupsOf(product, split), limits.profile.parallel_workgroups) * kInvocations *
         kFlopsOfVector * of_invocation;
}

HybridSplit ChooseSplit(Lowering& lowering, const HybridProduct& product) {
  return ChoosePlan(lowering, product.right.Key() + " hybrid", HybridSplits(product, lowering.limits()));
}

Shader::Spec SpecOf(const HybridProduct& product, const HybridSplit& split) {
  return {.kLocalSizeX = kInvocations,
          .kTile = split.tile,
          .kLanes = split.lanes,
          .kWeightBits = static_cast<uint32_t>(product.right.bits),
          .kAsymmetric = product.left.is_asymmetric,
          .kAligned = product.right.outputs % 4 == 0,
          .kInFloats = product.in_floats,
          .kActivation = static_cast<uint32_t>(product.activation),
          .kBlockQuads = static_cast<uint32_t>(product.right.block / 4),
          .kWalkDims = RowDims(NumberWalk(product))};
}

Shader::Push PushOf(const HybridProduct& product, const HybridSplit& split) {
  using Push = Shader::Push;
  const HybridLayout& right = product.right;
  const auto u32 = [](int64_t value) { return static_cast<uint32_t>(value); };
  const std::vector<ir::WalkDim<2>> walk = NumberWalk(product);
  return {.quads = u32(right.Quads()),
          .blocks = u32(right.Blocks()),
          .outputs = u32(right.outputs),
          .rows = u32(product.rows),
          .panels = GroupsFor(right.Blocks(), split.lanes),
          .tiles = GroupsFor(product.rows, split.tile),
          .total = u32(WorkgroupsOf(product, split)),
          .headers = u32(product.left.FirstHeader()),
          .walk_size = OfRowDims<decltype(Push::walk_size)>(walk, std::mem_fn(&ir::WalkDim<2>::size), 1),
          .left_stride = RowStrides<decltype(Push::left_stride)>(walk, 0),
          .right_stride = RowStrides<decltype(Push::right_stride)>(walk, 1)};
}

std::array<uint32_t, 3> GroupsOf(Lowering& lowering, const HybridProduct& product, const HybridSplit& split) {
  return FlatGroups(WorkgroupsOf(product, split) * kInvocations, kInvocations, lowering.limits());
}

}  // namespace

bool HybridProductFits(const HybridProduct& product, const gpu::DeviceLimits& limits) {
  return std::max({product.right.WeightBytes(),
                   gpu::BytesOf(product.right.ChannelWords(), gpu::Storage::kBits32),
                   gpu::BytesOf(product.left.Words(), gpu::Storage::kBits32)}) <= limits.max_tensor_bytes();
}

gpu::TensorId AddHybridWeights(Lowering& lowering, int input, const HybridLayout& layout) {
  return AddPackedIntegers(lowering,
                           {"integer weights", input, HybridPacking(layout), "in words, " + layout.Key()},
                           layout.WeightBytes());
}

std::string NameOf(const HybridSplit& split) { return "tile " + std::to_string(split.tile); }

std::vector<HybridSplit> HybridSplits(const HybridProduct& product, const gpu::DeviceLimits& limits) {
  std::vector<HybridSplit> splits;
  for (const uint32_t tile : kTiles) {
    if (tile > limits.profile.max_tile) continue;
    HybridSplit split = {.tile = tile, .lanes = LanesFor(product, tile, limits)};
    split.time = TimeOf(product, split, limits);
    splits.push_back(split);
  }
  std::ranges::stable_sort(splits, {}, &HybridSplit::time);
  return splits;
}

void EmitHybridProduct(Lowering& lowering, const HybridProduct& product) {
  EmitHybridProduct(lowering, product, ChooseSplit(lowering, product));
}

void EmitHybridProduct(Lowering& lowering, const HybridProduct& product, const HybridSplit& split) {
  const gpu::TensorId numbers = EmitNumberRows(lowering, product.left);
  const gpu::TensorId weights = AddWeights(lowering, product.right);
  lowering.Emit<Shader>(SpecOf(product, split), PushOf(product, split),
                        {.numbers = numbers,
                         .weights = weights,
                         .channels = AddChannels(lowering, product),
                         .result = lowering.Output()},
                        GroupsOf(lowering, product, split));
}

gpu::TensorId EmitHybridPart(Lowering& lowering, const HybridProduct& product,
                             const HybridConstants& constants) {
  const HybridSplit split = ChooseSplit(lowering, product);
  const int64_t count = CountProducts(product) * product.rows * product.right.outputs;
  const gpu::TensorId sums =
      lowering.AddScratch("sums", static_cast<uint64_t>(count), gpu::Storage::kFloat32);
  lowering.EmitPart<Shader>(SpecOf(product, split), PushOf(product, split),
                            {.numbers = EmitNumberRows(lowering, product.left),
                             .weights = constants.weights,
                             .channels = constants.channels,
                             .result = sums},
                            GroupsOf(lowering, product, split));
  return sums;
}

gpu::TensorId EmitHybridPart(Lowering& lowering, const HybridProduct& product) {
  const gpu::TensorId weights = AddHybridWeights(lowering, kWeights, product.right);
  return EmitHybridPart(lowering, product, {weights, AddChannels(lowering, product)});
}

}  // namespace litevk
