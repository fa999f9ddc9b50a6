#include <algorithm>
#include <bit>

#include "delegate/lower/op_cost.h"
#include "delegate/ops/constraints.h"
#include "delegate/ops/move/strided.h"
#include "runtime/tflite/builtin_ops.h"
#include "shaders/mean.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;              // mean.comp's workgroup
constexpr int64_t kElementsPerLane = 8;      // fewer are not worth another lane
constexpr uint32_t kManyOutputs = 1U << 14;  // enough invocations without sharing an output

struct Split {
  StridedDims kept;
  StridedDims reduced;
};

Split SplitDims(const NodeView& view) {
  const ir::Shape& dims = view.input(0).dims;
  std::vector<bool> is_reduced(static_cast<size_t>(dims.rank()));
  for (const int axis : ir::StoredInts(view.input(1))) {
    if (dims.rank() > 0) is_reduced[static_cast<size_t>(axis < 0 ? axis + dims.rank() : axis)] = true;
  }
  Split split;
  const StridedDims dense = DenseDims(dims);
  for (size_t axis = 0; axis < dense.size(); ++axis) {
    (is_reduced[axis] ? split.reduced : split.kept).push_back(dense[axis]);
  }
  return split;
}

uint32_t ChooseLanes(int64_t reduced, uint32_t outputs) {
  if (outputs >= kManyOutputs) return 1;
  const auto wanted = static_cast<uint32_t>(std::clamp<int64_t>(reduced / kElementsPerLane, 1, kGroup));
  return std::bit_floor(wanted);
}

// A rank of 4 leaves at most 3 kept dims (the row apart) and 2 reduced ones after Simplify, since dims of
// the same kind that are neighbours become one.
void Lower(Lowering& lowering) {
  const Split split = SplitDims(lowering.view());
  const StridedDims kept = Simplify(split.kept, ReadsChannels(lowering.fused()));
  const StridedDims reduced = Simplify(split.reduced, false);
  const StridedDim row = DimAt(kept, 0);
  const uint32_t blocks = GroupsFor(row.size, 4);
  const auto total = static_cast<uint32_t>(blocks * (lowering.output_dims().NumElements() / row.size));
  const int64_t count = DimAt(reduced, 0).size * DimAt(reduced, 1).size;
  const uint32_t lanes = ChooseLanes(count, total);
  const bool aligned = row.size % 4 == 0;
  const auto in_vectors = [](const StridedDim& dim) { return dim.stride % 4 == 0; };
  const bool source_aligned = aligned && row.stride == 1 &&
                              std::all_of(kept.begin(), kept.end() - 1, in_vectors) &&
                              (count == 1 || std::ranges::all_of(reduced, in_vectors));
  const auto size = [](const StridedDim& dim) { return static_cast<uint32_t>(dim.size); };
  const auto stride = [](const StridedDim& dim) { return static_cast<uint32_t>(dim.stride); };
  lowering.Emit<shaders::Mean>({.kAligned = aligned, .kSourceAligned = source_aligned, .kLanes = lanes},
                               {.row = size(row),
                                .blocks = blocks,
                                .total = total,
                                .channels = static_cast<uint32_t>(lowering.output_dims().channels()),
                                .kept_1 = size(DimAt(kept, 1)),
                                .kept_stride_0 = stride(DimAt(kept, 2)),
                                .kept_stride_1 = stride(DimAt(kept, 1)),
                                .kept_stride_row = stride(row),
                                .count = static_cast<uint32_t>(count),
                                .reduced_1 = size(DimAt(reduced, 0)),
                                .reduced_stride_0 = stride(DimAt(reduced, 1)),
                                .reduced_stride_1 = stride(DimAt(reduced, 0))},
                               {.source = lowering.Input(0), .result = lowering.Output()},
                               FlatGroups(int64_t{total} * lanes, kGroup, lowering.limits()), {},
                               lowering.ReductionLoadsWhen(aligned && source_aligned));
}

OpCost Cost(const NodeView& view) { return CostOf(view, ElementsOf(view.input(0))); }

}  // namespace

OpSpec MakeSpec_mean() {
  return {
      .op_code = abi::kTfLiteBuiltinMean,
      .name = "MEAN",
      .stem = "mean",
      .types = {{{ir::DataType::kFloat32, ir::DataType::kInt32}, {ir::DataType::kFloat32}, 2}},
      .constraints = {{"the axes are stored in the model", InputIsStored<1>},
                      {"the rank of the input is at most 4",
                       [](const NodeView& view) { return view.input(0).dims.rank() <= 4; }}},
      .layout_role = LayoutRole::kAttribute,
      .cost = Cost,
      .takes_epilogue = true,
      .lower = Lower,
  };
}

}  // namespace litevk
