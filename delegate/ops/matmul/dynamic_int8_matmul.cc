#include "delegate/ops/matmul/dynamic_int8_matmul.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <string>

#include "delegate/ops/common/algorithm.h"
#include "delegate/ops/common/packed_constant.h"
#include "delegate/ops/conv/tile_plan.h"
#include "delegate/ops/move/strided.h"
#include "shaders/matmul/dynamic_int8_matmul.h"
#include "shaders/matmul/pack_quantized.h"

namespace litevk {
namespace {

using Shader = shaders::DynamicInt8Matmul;

constexpr int kWeights = 1;
// Rows of a tile; the largest is kMaxTile of the shader.
constexpr std::array<uint32_t, 4> kTiles = {8, 4, 2, 1};

// Packs weights that a run computes.
gpu::TensorId EmitPackedWeights(Lowering& lowering, const DynamicInt8Layout& layout) {
  const auto u32 = [](int64_t value) { return static_cast<uint32_t>(value); };
  const gpu::TensorId packed =
      lowering.AddScratch("packed weights", layout.WeightBytes(), gpu::Storage::kBits8);
  const int64_t total = layout.matrices * layout.Quads() * layout.Blocks();
  lowering.EmitPart<shaders::PackQuantized>({.kLocalSizeX = kInvocations},
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

gpu::TensorId AddWeights(Lowering& lowering, const DynamicInt8Layout& layout) {
  if (!lowering.view().input_is_known(kWeights)) return EmitPackedWeights(lowering, layout);
  return AddDynamicInt8Weights(lowering, kWeights, layout);
}

gpu::TensorId AddChannels(Lowering& lowering, const DynamicInt8Matmul& matmul) {
  const NodeView& view = lowering.view();
  const bool has_bias = matmul.bias >= 0 && view.has_input(matmul.bias);
  const ir::TensorId bias_id = has_bias ? view.input_id(matmul.bias) : ir::kAbsent;
  const auto write = [graph = &view.graph(), id = view.input_id(kWeights), bias_id,
                      layout = matmul.right](std::span<std::byte> out) -> Status {
    KnownValue bias{std::span<const std::byte>()};
    if (bias_id != ir::kAbsent) {
      LITEVK_ASSIGN_OR_RETURN(bias, EvaluateKnown(*graph, bias_id));
    }
    PackDynamicInt8Channels(graph->tensor(id).quantization.scales, bias.As<float>(), layout,
                            ElementsOf<float>(out));
    return {};
  };
  const std::string bias_key = has_bias ? lowering.KeyOf(matmul.bias, "bias") : "no bias";
  const std::string key = lowering.KeyOf(kWeights, "channels, " + matmul.right.Key() + ", ");
  return lowering.AddConstant("scales and biases", matmul.right.ChannelWords(), gpu::Storage::kBits32, write,
                              key.empty() || bias_key.empty() ? "" : key + bias_key);
}

int64_t CountMatmuls(const DynamicInt8Matmul& matmul) {
  int64_t count = 1;
  for (const ir::WalkDim<2>& dim : matmul.walk) count *= dim.size;
  return count;
}

// Returns the walk over the products by all dims but the last one, in rows of quantized values and in vectors
// of 16 weights.
std::vector<ir::WalkDim<2>> MatmulWalk(const DynamicInt8Matmul& matmul) {
  std::vector<ir::WalkDim<2>> walk = matmul.walk;
  for (ir::WalkDim<2>& dim : walk) {
    dim.strides[0] *= matmul.left.rows;
    dim.strides[1] *= matmul.right.Quads() * matmul.right.Blocks();
  }
  walk.push_back({});
  return walk;
}

int64_t WorkgroupsOf(const DynamicInt8Matmul& matmul, const DynamicInt8Split& split) {
  return CountMatmuls(matmul) * GroupsFor(matmul.rows, split.tile) *
         GroupsFor(matmul.right.Blocks(), split.lanes);
}

// Returns the lanes of a workgroup. Fewer lanes make more workgroups, each invocation of which adds up a
// shorter slice. A single invocation adds up blocks of the depth in order.
uint32_t LanesFor(const DynamicInt8Matmul& matmul, uint32_t tile, const gpu::DeviceLimits& limits) {
  if (matmul.right.block > 0) return kInvocations;
  uint32_t lanes = std::min(std::bit_ceil(static_cast<uint32_t>(matmul.right.Blocks())), kInvocations);
  const auto slices = [&] { return kInvocations / lanes; };
  while (lanes > 4 && matmul.right.Quads() >= int64_t{8} * slices() &&
         WorkgroupsOf(matmul, {.tile = tile, .lanes = lanes}) < limits.profile.parallel_workgroups) {
    lanes /= 2;
  }
  return lanes;
}

// Returns an estimate from vector operations: weights are loaded and unpacked once for all rows of a tile.
int64_t TimeOf(const DynamicInt8Matmul& matmul, const DynamicInt8Split& split,
               const gpu::DeviceLimits& limits) {
  const uint32_t slices = kInvocations / split.lanes;
  const int64_t of_invocation =
      int64_t{GroupsFor(matmul.right.Quads(), slices)} * (24 + int64_t{split.tile} * 24) +
      int64_t{slices} * 8;
  return std::max<int64_t>(WorkgroupsOf(matmul, split), limits.profile.parallel_workgroups) * kInvocations *
         kFlopsOfVector * of_invocation;
}

DynamicInt8Split ChooseSplit(Lowering& lowering, const DynamicInt8Matmul& matmul) {
  return ChoosePlan(lowering, matmul.right.Key() + " hybrid", DynamicInt8Splits(matmul, lowering.limits()));
}

Shader::Spec SpecOf(const DynamicInt8Matmul& matmul, const DynamicInt8Split& split) {
  return {.kLocalSizeX = kInvocations,
          .kTile = split.tile,
          .kLanes = split.lanes,
          .kWeightBits = static_cast<uint32_t>(matmul.right.bits),
          .kAsymmetric = matmul.left.is_asymmetric,
          .kAligned = matmul.right.outputs % 4 == 0,
          .kInFloats = matmul.in_floats,
          .kActivation = static_cast<uint32_t>(matmul.activation),
          .kBlockQuads = static_cast<uint32_t>(matmul.right.block / 4),
          .kWalkDims = RowDims(MatmulWalk(matmul))};
}

Shader::Push PushOf(const DynamicInt8Matmul& matmul, const DynamicInt8Split& split) {
  using Push = Shader::Push;
  const DynamicInt8Layout& right = matmul.right;
  const auto u32 = [](int64_t value) { return static_cast<uint32_t>(value); };
  const std::vector<ir::WalkDim<2>> walk = MatmulWalk(matmul);
  return {.quads = u32(right.Quads()),
          .blocks = u32(right.Blocks()),
          .outputs = u32(right.outputs),
          .rows = u32(matmul.rows),
          .panels = GroupsFor(right.Blocks(), split.lanes),
          .tiles = GroupsFor(matmul.rows, split.tile),
          .total = u32(WorkgroupsOf(matmul, split)),
          .headers = u32(matmul.left.FirstHeader()),
          .walk_size = OfRowDims<decltype(Push::walk_size)>(walk, std::mem_fn(&ir::WalkDim<2>::size), 1),
          .left_stride = RowStrides<decltype(Push::left_stride)>(walk, 0),
          .right_stride = RowStrides<decltype(Push::right_stride)>(walk, 1)};
}

std::array<uint32_t, 3> GroupsOf(Lowering& lowering, const DynamicInt8Matmul& matmul,
                                 const DynamicInt8Split& split) {
  return FlatGroups(WorkgroupsOf(matmul, split) * kInvocations, kInvocations, lowering.limits());
}

}  // namespace

bool DynamicInt8MatmulFits(const DynamicInt8Matmul& matmul, const gpu::DeviceLimits& limits) {
  return std::max({matmul.right.WeightBytes(),
                   gpu::BytesOf(matmul.right.ChannelWords(), gpu::Storage::kBits32),
                   gpu::BytesOf(matmul.left.Words(), gpu::Storage::kBits32)}) <= limits.max_tensor_bytes();
}

gpu::TensorId AddDynamicInt8Weights(Lowering& lowering, int input, const DynamicInt8Layout& layout) {
  return AddPackedIntegers(
      lowering, {"integer weights", input, DynamicInt8Packing(layout), "in words, " + layout.Key()},
      layout.WeightBytes());
}

std::string NameOf(const DynamicInt8Split& split) { return "tile " + std::to_string(split.tile); }

std::vector<DynamicInt8Split> DynamicInt8Splits(const DynamicInt8Matmul& matmul,
                                                const gpu::DeviceLimits& limits) {
  std::vector<DynamicInt8Split> splits;
  for (const uint32_t tile : kTiles) {
    if (tile > limits.profile.max_tile) continue;
    DynamicInt8Split split = {.tile = tile, .lanes = LanesFor(matmul, tile, limits)};
    split.time = TimeOf(matmul, split, limits);
    splits.push_back(split);
  }
  std::ranges::stable_sort(splits, {}, &DynamicInt8Split::time);
  return splits;
}

void EmitDynamicInt8Matmul(Lowering& lowering, const DynamicInt8Matmul& matmul) {
  EmitDynamicInt8Matmul(lowering, matmul, ChooseSplit(lowering, matmul));
}

void EmitDynamicInt8Matmul(Lowering& lowering, const DynamicInt8Matmul& matmul,
                           const DynamicInt8Split& split) {
  const gpu::TensorId integers = EmitQuantizedRows(lowering, matmul.left);
  const gpu::TensorId weights = AddWeights(lowering, matmul.right);
  lowering.Emit<Shader>(SpecOf(matmul, split), PushOf(matmul, split),
                        {.integers = integers,
                         .weights = weights,
                         .channels = AddChannels(lowering, matmul),
                         .result = lowering.Output()},
                        GroupsOf(lowering, matmul, split));
}

gpu::TensorId EmitDynamicInt8Part(Lowering& lowering, const DynamicInt8Matmul& matmul,
                                  const DynamicInt8Constants& constants) {
  const DynamicInt8Split split = ChooseSplit(lowering, matmul);
  const int64_t count = CountMatmuls(matmul) * matmul.rows * matmul.right.outputs;
  const gpu::TensorId sums =
      lowering.AddScratch("sums", static_cast<uint64_t>(count), gpu::Storage::kFloat32);
  lowering.EmitPart<Shader>(SpecOf(matmul, split), PushOf(matmul, split),
                            {.integers = EmitQuantizedRows(lowering, matmul.left),
                             .weights = constants.weights,
                             .channels = constants.channels,
                             .result = sums},
                            GroupsOf(lowering, matmul, split));
  return sums;
}

gpu::TensorId EmitDynamicInt8Part(Lowering& lowering, const DynamicInt8Matmul& matmul) {
  const gpu::TensorId weights = AddDynamicInt8Weights(lowering, kWeights, matmul.right);
  return EmitDynamicInt8Part(lowering, matmul, {weights, AddChannels(lowering, matmul)});
}

}  // namespace litevk
