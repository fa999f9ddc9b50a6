#include "delegate/ops/conv/quantized_tile.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <utility>
#include <vector>

#include "delegate/lower/integer_steps.h"
#include "delegate/ops/conv/quantized_sums.h"
#include "delegate/ops/conv/quantized_tile_pack.h"
#include "delegate/ops/conv/tile_plan.h"
#include "shaders/quantized_tile_conv.h"

namespace litevk {
namespace {

struct Plan {
  TilePlan tiles;
  gpu::Variant variant;
};

using Shader = shaders::QuantizedTileConv;

constexpr uint32_t kQuad = 4;

// The layout with the lanes of a workgroup.
QuantizedLayout LayoutOf(const Lowering& lowering, const QuantizedProblem& problem) {
  QuantizedLayout layout = problem.layout;
  layout.lanes = LanesOn(layout.Blocks(), lowering.limits());
  return layout;
}

// Vector operations of an invocation for four input channels of a tap, and for a pixel's result: what navi21
// takes.
int64_t WorkOfQuad(const gpu::Variant& variant, uint32_t tile) {
  return variant.dot_products ? 4 + int64_t{tile} * 6 : 36 + int64_t{tile} * 24;
}
constexpr int64_t kWorkOfResult = 80;

// Adds a plan for each of the tiles that the device takes.
void AddPlans(const Lowering& lowering, const QuantizedLayout& layout, const gpu::Variant& variant,
              std::initializer_list<uint32_t> tiles, std::vector<Plan>& plans) {
  const gpu::DeviceLimits& limits = lowering.limits();
  const int64_t pixels = lowering.output_dims().Rows();
  const uint32_t largest = std::max(limits.profile.max_tile, variant.reads_texels() ? kSharers : 1);
  for (const uint32_t tile : tiles) {
    if (tile > largest) continue;
    TilePlan plan = {.lanes = layout.lanes, .tile = tile};
    plan.height = variant.reads_texels() ? 1 : kInvocations / layout.lanes;
    plan.tiles = GroupsFor(pixels, tile);
    plan.workgroups = TileGroups(layout.AllPanels(), plan.tiles, plan.height, limits);
    const int64_t workgroups = int64_t{layout.AllPanels()} * GroupsFor(plan.tiles, plan.height);
    const int64_t quads = int64_t{layout.taps} * layout.Quads();
    plan.time = std::max<int64_t>(workgroups, limits.profile.parallel_workgroups) *
                (quads * WorkOfQuad(variant, tile) + int64_t{tile} * kWorkOfResult);
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

Shader::Spec SpecOf(const Lowering& lowering, const QuantizedProblem& problem, const Plan& plan,
                    const QuantizedLayout& layout) {
  const uint32_t products = static_cast<uint32_t>(layout.taps) * layout.Quads() * kQuad;
  Shader::Spec spec = {.kLocalSizeX = plan.tiles.lanes,
                       .kLocalSizeY = plan.tiles.height,
                       .kTile = plan.tiles.tile,
                       .kMayMiss = !problem.window.StaysInside(problem.input, lowering.output_dims()),
                       .kExactQuads = kExactProducts / kQuad,
                       .kIsLong = !plan.variant.dot_products && products > kExactProducts,
                       .kStoresFour = layout.Blocks() % 4 == 0,
                       .kSmallSums = HasSmallSums(lowering, layout),
                       .kQuadInputs = std::min(static_cast<uint32_t>(layout.inputs), kQuad)};
  spec.kSourceAligned = layout.inputs % 4 == 0 && SourceStrides(lowering, problem).AreWhole(4);
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
          .group_inputs = u32(layout.inputs),
          .quads = layout.Quads(),
          .panels = layout.Panels(),
          .group_blocks = layout.Blocks(),
          .blocks = layout.AllBlocks(),
          .last_word = LastWordOf(lowering, problem),
          .pad_top = problem.window.pad_top,
          .pad_left = problem.window.pad_left,
          .zeros = numbers.zeros,
          .output_zero_point = numbers.output_zero_point,
          .least = numbers.least,
          .most = numbers.most};
}

std::string NameOf(const Plan& plan) {
  return (plan.variant.dot_products ? "dot products " : "floats ") + NameOf(plan.tiles);
}

void SortByTime(std::vector<Plan>& plans) {
  std::ranges::stable_sort(plans, {}, [](const Plan& plan) { return plan.tiles.time; });
}

// Lanes that share pixels load few of them, so large tiles pay for long sums alone; not by the estimates.
std::vector<Plan> FloatPlans(const Lowering& lowering, const QuantizedProblem& problem,
                             const QuantizedLayout& layout) {
  constexpr int kLongSum = 256;
  const gpu::Variant variant = lowering.ProductVariant(/*whole_inputs=*/false, /*outputs=*/4);
  std::vector<Plan> plans;
  if (!variant.reads_texels()) {
    AddPlans(lowering, layout, variant, {8, 4, 2, 1}, plans);
    SortByTime(plans);
  } else if (lowering.output_dims().Rows() <= kSharers) {
    AddPlans(lowering, layout, variant, {8, 16, 32}, plans);
  } else if (problem.layout.taps * problem.layout.inputs >= kLongSum) {
    AddPlans(lowering, layout, variant, {32, 16, 8}, plans);
  } else {
    AddPlans(lowering, layout, variant, {16, 32, 8}, plans);
  }
  return plans;
}

std::vector<Plan> DotPlans(const Lowering& lowering, const QuantizedLayout& layout) {
  std::vector<Plan> plans;
  if (lowering.limits().dot_product == gpu::PackedDotProduct::kNone) return plans;
  AddPlans(lowering, layout, {.dot_products = true}, {8, 4, 2, 1}, plans);
  SortByTime(plans);
  return plans;
}

bool Fits(const QuantizedLayout& layout, const gpu::DeviceLimits& limits) {
  // All lanes but one that share pixels would be idle.
  const bool is_idle = limits.profile.prefers_texel_loads && layout.Blocks() == 1;
  return !is_idle && TileFilterBytes(layout) <= limits.max_storage_buffer_range_bytes &&
         layout.AllPanels() <= limits.max_workgroup_count[0];
}

std::vector<Plan> PlansOf(const Lowering& lowering, const QuantizedProblem& problem) {
  const QuantizedLayout layout = LayoutOf(lowering, problem);
  if (!Fits(layout, lowering.limits())) return {};
  std::vector<Plan> first = FloatPlans(lowering, problem, layout);
  std::vector<Plan> then = DotPlans(lowering, layout);
  if (lowering.limits().dot_product == gpu::PackedDotProduct::kAccelerated) std::swap(first, then);
  std::ranges::move(then, std::back_inserter(first));
  return first;
}

void EmitTiles(Lowering& lowering, const QuantizedProblem& problem, const Plan& plan, gpu::TensorId result) {
  const QuantizedLayout layout = LayoutOf(lowering, problem);
  Shader::Spec spec = SpecOf(lowering, problem, plan, layout);
  Shader::Push push = PushOf(lowering, problem, layout);
  SetStrides(SourceStrides(lowering, problem), push);
  SetResultRows(ResultRowsOf(lowering, problem), spec, push);
  Shader::Bindings bindings = {
      .source = lowering.Input(kConvInput),
      .weights = AddTileWeights(lowering, layout),
      .channels = AddQuantizedChannels(lowering, problem.at, problem.layout, problem.sums()),
      .result = result};
  SetIntegerSteps(lowering, spec, bindings);
  lowering.EmitPart<Shader>(spec, push, bindings, plan.tiles.workgroups, plan.variant);
}

}  // namespace

std::vector<QuantizedWay> QuantizedTileWays(const Lowering& lowering, const QuantizedProblem& problem) {
  std::vector<QuantizedWay> ways;
  for (const Plan& plan : PlansOf(lowering, problem)) {
    ways.push_back({NameOf(plan), [plan](Lowering& to, const QuantizedProblem& what, gpu::TensorId result) {
                      EmitTiles(to, what, plan, result);
                    }});
  }
  return ways;
}

}  // namespace litevk
