#include "delegate/ops/common/quantized_reduce.h"

#include <algorithm>
#include <cassert>
#include <cstdint>

#include "delegate/ops/common/elements.h"
#include "delegate/ops/common/quantization_constants.h"
#include "runtime/opset/common/quantized_reduce.h"
#include "shaders/quantized_reduce.h"

namespace litevk {
namespace {

using Push = shaders::QuantizedReduce::Push;

// The unit of values that an invocation reads at once. The codes are the shader's.
enum class IntegerUnit : uint32_t { kSingle, kOfOutputs, kOfReduced };

// True if units of four neighbours along the innermost dim of `in_row`, a walk of elements, are whole in both
// walks.
bool HasUnits(const StridedDims& in_row, const StridedDims& others) {
  constexpr int64_t kIntegers = 4;
  if (in_row.empty() || in_row.back().stride != 1 || in_row.back().size % kIntegers != 0) return false;
  const auto is_whole = [](const StridedDim& dim) { return dim.stride % kIntegers == 0; };
  return std::all_of(in_row.begin(), in_row.end() - 1, is_whole) && std::ranges::all_of(others, is_whole);
}

// Returns the walk counted in units of four values.
StridedDims InUnits(StridedDims dims, bool has_row) {
  for (StridedDim& dim : dims) dim.stride /= 4;
  if (has_row) dims.back() = {.size = dims.back().size / 4, .stride = 1};
  return dims;
}

struct Plan {
  IntegerUnit unit;
  StridedDims kept;
  StridedDims reduced;
};

// Returns the walks and the unit. A product is computed in the order of its values.
Plan PlanOf(const NodeView& view, Reduction reduction) {
  const ReducedDims split = SplitDims(view);
  const StridedDims kept = Simplify(split.kept, false);
  const StridedDims reduced = Simplify(split.reduced, false);
  if (HasUnits(kept, reduced)) {
    return {IntegerUnit::kOfOutputs, InUnits(kept, true), InUnits(reduced, false)};
  }
  if (reduction != Reduction::kProduct && HasUnits(reduced, kept)) {
    return {IntegerUnit::kOfReduced, InUnits(kept, false), InUnits(reduced, true)};
  }
  return {IntegerUnit::kSingle, kept, reduced};
}

int64_t CountOf(const StridedDims& dims) {
  int64_t count = 1;
  for (const StridedDim& dim : dims) count *= dim.size;
  return count;
}

void SetMultiplier(const FixedPoint& multiplier, Push& push) {
  push.multiplier = multiplier.multiplier;
  push.left = multiplier.left;
  push.right = multiplier.right;
}

// Sets the constants that bring a sum or a product of `count` values to the output's scale.
void SetScales(const NodeView& view, Reduction reduction, int64_t count, Push& push) {
  const ir::Tensor& input = view.input(0);
  const ir::Tensor& output = view.output();
  push.zero_point = ZeroPointOf(input);
  push.result_zero_point = ZeroPointOf(output);
  if (reduction == Reduction::kProduct) {
    const auto multiplier = MultiplierOfProduct(input, output, count);
    assert(multiplier.ok());  // the kernel's constraint
    const WideMultiplier wide = Widen(*multiplier);
    push.multiplier = wide.multiplier;
    push.right = wide.right;
    return;
  }
  // A sum wraps around to its lowest 32 bits, and so does the sum of zero points.
  push.zero_point = static_cast<int32_t>(count * ZeroPointOf(input));
  SetMultiplier(
      reduction == Reduction::kMean ? MultiplierOfMean(input, output, count) : MultiplierOfSum(input, output),
      push);
}

bool IsOfIntegersAsTheyAre(Reduction reduction) {
  return reduction == Reduction::kMaximum || reduction == Reduction::kMinimum;
}

}  // namespace

void LowerQuantizedReduction(Lowering& lowering, Reduction reduction) {
  const NodeView& view = lowering.view();
  const Plan plan = PlanOf(view, reduction);
  const int64_t outputs = lowering.output_dims().NumElements();
  const ir::IntegerRange range = ir::RangeOf(view.output().type);
  Push push = {.outputs = static_cast<uint32_t>(outputs),
               .count = static_cast<uint32_t>(CountOf(plan.reduced)),
               .total = GroupsFor(outputs, 4),
               .kept_size = SizesOf<decltype(Push::kept_size)>(plan.kept),
               .kept_stride = StridesOf<decltype(Push::kept_stride)>(plan.kept),
               .reduced_size = SizesOf<decltype(Push::reduced_size)>(plan.reduced),
               .reduced_stride = StridesOf<decltype(Push::reduced_stride)>(plan.reduced),
               .lowest = static_cast<int32_t>(range.lowest),
               .highest = static_cast<int32_t>(range.highest)};
  if (!IsOfIntegersAsTheyAre(reduction)) {
    SetScales(view, reduction, view.input(0).dims.NumElements() / outputs, push);
  }
  const uint32_t lanes = reduction == Reduction::kProduct ? 1 : ReductionLanes(push.count, push.total);
  const auto dims_of = [](const StridedDims& dims) {
    return static_cast<uint32_t>(std::max<size_t>(dims.size(), 1));
  };
  lowering.Emit<shaders::QuantizedReduce>(
      {.kReduction = static_cast<uint32_t>(reduction),
       .kKind = KindOf(view.output()),
       .kBytes = lowering.OutputBytes(),
       .kLanes = lanes,
       .kUnit = static_cast<uint32_t>(plan.unit),
       .kKeptDims = dims_of(plan.kept),
       .kReducedDims = dims_of(plan.reduced)},
      push, {.source = lowering.Input(0), .result = lowering.Output()},
      FlatGroups(int64_t{push.total} * lanes, kReductionGroup, lowering.limits()));
}

}  // namespace litevk
