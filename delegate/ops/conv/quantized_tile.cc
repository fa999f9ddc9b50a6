#include "delegate/ops/conv/quantized_tile.h"

#include <algorithm>
#include <initializer_list>

#include "delegate/ops/conv/quantized_tile_pack.h"
#include "shaders/quantized_tile_conv.h"

namespace litevk {
namespace {

using Shader = shaders::QuantizedTileConv;

// Products of two int8 are at most 2^14, and floats hold all integers up to 2^24.
constexpr uint32_t kExactProducts = 1024;
constexpr uint32_t kQuad = 4;

// The layout with the lanes of a workgroup.
QuantizedLayout LayoutOf(const Lowering& lowering, const QuantizedProblem& problem) {
  QuantizedLayout layout = problem.layout;
  layout.lanes = LanesOn(layout.Blocks(), lowering.limits());
  return layout;
}

// In vector operations of an invocation, for four input channels of a tap.
int64_t WorkOfQuad(const gpu::Variant& variant, uint32_t tile) {
  if (variant.dot_products) return 4 + int64_t{tile} * 6;
  return 36 + int64_t{tile} * (variant.reads_texels() ? 18 : 24);
}

void AddPlans(const QuantizedProblem& problem, const ir::Shape& output, const gpu::Variant& variant,
              std::initializer_list<uint32_t> tiles, const gpu::DeviceLimits& limits,
              const QuantizedLayout& layout, std::vector<QuantizedTilePlan>& plans) {
  const uint32_t largest = std::max(limits.profile.max_tile, variant.reads_texels() ? kSharers : 1);
  for (const uint32_t tile : tiles) {
    if (tile > largest) continue;
    TilePlan plan = {.lanes = layout.lanes, .tile = tile};
    plan.height = variant.reads_texels() ? 1 : kInvocations / layout.lanes;
    plan.tiles = GroupsFor(output.Rows(), tile);
    plan.workgroups = TileGroups(layout.AllPanels(), plan.tiles, plan.height, limits);
    const int64_t workgroups = int64_t{layout.AllPanels()} * GroupsFor(plan.tiles, plan.height);
    const int64_t terms = int64_t{layout.taps} * problem.layout.Quads();
    plan.time = std::max<int64_t>(workgroups, limits.profile.parallel_workgroups) *
                (terms * WorkOfQuad(variant, tile) + int64_t{tile} * 40);
    plans.push_back({plan, variant});
  }
}

gpu::TensorId AddTileWeights(Lowering& lowering, const QuantizedLayout& layout) {
  const NodeView& view = lowering.view();
  return lowering.AddConstant(
      "int8 filter of tiles", TileFilterBytes(layout), gpu::Storage::kBits8,
      [graph = &view.graph(), id = view.input_id(kConvFilter), layout](std::span<std::byte> out) -> Status {
        LITEVK_ASSIGN_OR_RETURN(const KnownValue filter, EvaluateKnown(*graph, id));
        PackTileFilter(filter.As<int8_t>(), layout, ElementsOf<int8_t>(out));
        return {};
      },
      lowering.KeyOf(kConvFilter, "in words of tiles, " + layout.Key()));
}

Shader::Spec SpecOf(const Lowering& lowering, const QuantizedProblem& problem, const QuantizedTilePlan& plan,
                    const QuantizedLayout& layout) {
  const uint32_t products = static_cast<uint32_t>(layout.taps) * layout.Quads() * kQuad;
  Shader::Spec spec = {.kLocalSizeX = plan.tiles.lanes,
                       .kLocalSizeY = plan.tiles.height,
                       .kTile = plan.tiles.tile,
                       .kSourceAligned = layout.inputs % 4 == 0,
                       .kMayMiss = !problem.window.StaysInside(problem.input, lowering.output_dims()),
                       .kExactQuads = kExactProducts / kQuad,
                       .kIsLong = !plan.variant.dot_products && products > kExactProducts,
                       .kStoresFour = layout.AllBlocks() % 4 == 0 && layout.Blocks() % 4 == 0};
  SetWindow(problem.window, spec);
  return spec;
}

Shader::Push PushOf(const Lowering& lowering, const QuantizedProblem& problem,
                    const QuantizedLayout& layout) {
  const ir::Shape& input = problem.input;
  const ir::Shape& output = lowering.output_dims();
  const auto u32 = [](int64_t value) { return static_cast<uint32_t>(value); };
  const QuantizedNumbers numbers = NumbersOf(lowering, problem);
  return {.by_output_w = gpu::Divisor(u32(output[2])),
          .by_output_h = gpu::Divisor(u32(output[1])),
          .pixels = u32(output.Rows()),
          .output_w = u32(output[2]),
          .output_h = u32(output[1]),
          .input_h = input[1],
          .input_w = input[2],
          .input_c = u32(input[3]),
          .group_inputs = u32(layout.inputs),
          .quads = layout.Quads(),
          .panels = layout.Panels(),
          .group_blocks = layout.Blocks(),
          .blocks = layout.AllBlocks(),
          .last_word = u32((input.NumElements() - 1) / 4),
          .pad_top = problem.window.pad_top,
          .pad_left = problem.window.pad_left,
          .zeros = numbers.zeros,
          .output_zero_point = numbers.output_zero_point,
          .least = numbers.least,
          .most = numbers.most};
}

}  // namespace

std::string NameOf(const QuantizedTilePlan& plan) {
  return (plan.variant.dot_products ? "dot products " : "floats ") + NameOf(plan.tiles);
}

std::vector<QuantizedTilePlan> QuantizedTilePlans(const Lowering& lowering, const QuantizedProblem& problem) {
  std::vector<QuantizedTilePlan> plans;
  if (problem.layout.multiplier > 0) return plans;
  const gpu::DeviceLimits& limits = lowering.limits();
  const QuantizedLayout layout = LayoutOf(lowering, problem);
  if (TileFilterBytes(layout) > limits.max_storage_buffer_range_bytes ||
      layout.AllPanels() > limits.max_workgroup_count[0]) {
    return plans;
  }
  const ir::Shape& output = lowering.output_dims();
  const gpu::Variant floats = lowering.ProductVariant(/*whole_inputs=*/false, /*outputs=*/4);
  if (floats.reads_texels()) {
    AddPlans(problem, output, floats, {16, 32, 8}, limits, layout, plans);
  } else {
    AddPlans(problem, output, floats, {8, 4, 2, 1}, limits, layout, plans);
  }
  if (limits.dot_product != gpu::PackedDotProduct::kNone) {
    AddPlans(problem, output, {.dot_products = true}, {8, 4, 2, 1}, limits, layout, plans);
  }
  const auto is_emulated = [&](const QuantizedTilePlan& plan) {
    return plan.variant.dot_products && limits.dot_product != gpu::PackedDotProduct::kAccelerated;
  };
  std::ranges::stable_sort(plans, [&](const QuantizedTilePlan& a, const QuantizedTilePlan& b) {
    return is_emulated(a) != is_emulated(b) ? is_emulated(b) : a.tiles.time < b.tiles.time;
  });
  return plans;
}

void EmitQuantizedTiles(Lowering& lowering, const QuantizedProblem& problem, const QuantizedTilePlan& plan,
                        gpu::TensorId channels, gpu::TensorId result) {
  const QuantizedLayout layout = LayoutOf(lowering, problem);
  lowering.EmitPart<Shader>(SpecOf(lowering, problem, plan, layout), PushOf(lowering, problem, layout),
                            {.source = lowering.Input(kConvInput),
                             .weights = AddTileWeights(lowering, layout),
                             .channels = channels,
                             .result = result},
                            plan.tiles.workgroups, plan.variant);
}

}  // namespace litevk
