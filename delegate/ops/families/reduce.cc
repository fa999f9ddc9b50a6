#include "delegate/ops/families/reduce.h"

#include <algorithm>
#include <bit>

#include "delegate/ops/constraints.h"
#include "delegate/ops/move/strided.h"
#include "shaders/reduce.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;              // reduce.comp's workgroup
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

uint32_t SizeAt(const StridedDims& dims, int from_innermost) {
  return static_cast<uint32_t>(DimAt(dims, from_innermost).size);
}
uint32_t StrideAt(const StridedDims& dims, int from_innermost) {
  return static_cast<uint32_t>(DimAt(dims, from_innermost).stride);
}

// Whether four neighbours of an output row are four neighbours of the input, in whole vectors.
bool SourceIsAligned(const StridedDims& kept, const StridedDims& reduced, int64_t count) {
  const auto in_vectors = [](const StridedDim& dim) { return dim.stride % 4 == 0; };
  const StridedDim row = DimAt(kept, 0);
  return row.size % 4 == 0 && row.stride == 1 && std::all_of(kept.begin(), kept.end() - 1, in_vectors) &&
         (count == 1 || std::ranges::all_of(reduced, in_vectors));
}

shaders::Reduce::Push MakePush(const StridedDims& kept, const StridedDims& reduced) {
  return {.row = SizeAt(kept, 0),
          .kept_size_0 = SizeAt(kept, 1),
          .kept_size_1 = SizeAt(kept, 2),
          .kept_stride_0 = StrideAt(kept, 1),
          .kept_stride_1 = StrideAt(kept, 2),
          .kept_stride_2 = StrideAt(kept, 3),
          .kept_stride_row = StrideAt(kept, 0),
          .reduced_size_0 = SizeAt(reduced, 0),
          .reduced_size_1 = SizeAt(reduced, 1),
          .reduced_size_2 = SizeAt(reduced, 2),
          .reduced_stride_0 = StrideAt(reduced, 0),
          .reduced_stride_1 = StrideAt(reduced, 1),
          .reduced_stride_2 = StrideAt(reduced, 2),
          .reduced_stride_3 = StrideAt(reduced, 3)};
}

}  // namespace

// Neighbours of a kind are one dim after Simplify, the row apart where an operand is read along it, so that a
// rank of 7 leaves at most 4 of each.
void LowerReduction(Lowering& lowering, Reduction reduction) {
  const Split split = SplitDims(lowering.view());
  const StridedDims kept = Simplify(split.kept, ReadsChannels(lowering.fused()));
  const StridedDims reduced = Simplify(split.reduced, false);
  shaders::Reduce::Push push = MakePush(kept, reduced);
  push.blocks = GroupsFor(push.row, 4);
  push.total = static_cast<uint32_t>(push.blocks * (lowering.output_dims().NumElements() / push.row));
  push.channels = static_cast<uint32_t>(lowering.output_dims().channels());
  push.count = static_cast<uint32_t>(lowering.view().input(0).dims.NumElements() /
                                     lowering.output_dims().NumElements());
  const uint32_t lanes = ChooseLanes(push.count, push.total);
  const bool aligned = push.row % 4 == 0;
  const bool source_aligned = SourceIsAligned(kept, reduced, push.count);
  lowering.Emit<shaders::Reduce>({.kAligned = aligned,
                                  .kSourceAligned = source_aligned,
                                  .kLanes = lanes,
                                  .kIsMean = reduction == Reduction::kMean,
                                  .kIsDeep = kept.size() > 3 || reduced.size() > 2},
                                 push, {.source = lowering.Input(0), .result = lowering.Output()},
                                 FlatGroups(int64_t{push.total} * lanes, kGroup, lowering.limits()), {},
                                 lowering.ReductionLoadsWhen(aligned && source_aligned));
}

OpSpec MakeReduction(int op_code, void (*lower)(Lowering&)) {
  return {
      .op_code = op_code,
      .signatures = {{.element = kFloat32, .most_dims = 7, .lower = lower}},
      .constraints = {{"the axes are stored in the model", InputIsStored<1>}},
      .takes_epilogue = true,
  };
}

}  // namespace litevk
