#include "delegate/ops/common/reduce.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/ops/common/elements.h"
#include "delegate/ops/common/reduced_dims.h"
#include "delegate/ops/move/strided.h"
#include "shaders/reduce.h"
#include "shaders/typed_reduce.h"

namespace litevk {
namespace {

constexpr int64_t kElementsPerLane = 8;      // fewer are not worth another lane
constexpr uint32_t kManyOutputs = 1U << 14;  // enough invocations without sharing an output

// Splits the dims of an input that is the strided view `rows` of another tensor, if the rows allow it.
std::optional<ReducedDims> SplitRows(const ReducedDims& split, const StridedView& rows) {
  StridedCopy all = {.source = split.kept};
  all.source.insert(all.source.end(), split.reduced.begin(), split.reduced.end());
  const auto placed = InRows(all, rows);
  if (!placed || placed->source.size() != all.source.size()) return std::nullopt;
  const auto middle = placed->source.begin() + static_cast<std::ptrdiff_t>(split.kept.size());
  return ReducedDims{.kept = {placed->source.begin(), middle},
                     .reduced = {middle, placed->source.end()},
                     .first = placed->source_offset};
}

// True if the shader walks so many dims. One of the kept dims is left for CutRow.
bool FitsShader(const ReducedDims& split) {
  return Simplify(split.kept, true).size() < kMostDims && Simplify(split.reduced, false).size() <= kMostDims;
}

bool ReadsRows(const NodeView& view, const StridedInput& input) {
  if (input.index != 0) return false;
  const auto split = SplitRows(SplitDims(view), input.rows);
  return split && FitsShader(*split);
}

// Cuts the row into parts whose size divides both the row and `common`. With 0 the row stays whole.
StridedDims CutRow(StridedDims kept, int64_t common) {
  StridedDim& row = kept.back();
  const StridedDim part = {.size = std::gcd(row.size, common), .stride = row.stride};
  if (part.size == row.size) return kept;
  row = {.size = row.size / part.size, .stride = row.stride * part.size};
  StridedDims cut = Simplify(kept, false);
  cut.push_back(part);
  return cut;
}

// True if four neighbours of an output row are four neighbours of the input, in whole vectors.
bool SourceIsAligned(const StridedDims& kept, const StridedDims& reduced, int64_t first, int64_t count) {
  const auto in_vectors = [](const StridedDim& dim) { return dim.stride % 4 == 0; };
  const StridedDim row = DimAt(kept, 0);
  return first % 4 == 0 && row.size % 4 == 0 && row.stride == 1 &&
         std::all_of(kept.begin(), kept.end() - 1, in_vectors) &&
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

uint32_t ReductionLanes(int64_t reduced, uint32_t outputs) {
  if (outputs >= kManyOutputs) return 1;
  const auto wanted =
      static_cast<uint32_t>(std::clamp<int64_t>(reduced / kElementsPerLane, 1, kReductionGroup));
  return std::bit_floor(wanted);
}

int64_t ReductionParts(int64_t reduced, uint32_t outputs, uint32_t parallel_workgroups) {
  constexpr int64_t kElementsPerPart = 4096;  // fewer are not worth another dispatch and its pipeline
  const int64_t invocations = int64_t{outputs} * ReductionLanes(reduced, outputs);
  const int64_t groups = std::max<int64_t>(GroupsFor(invocations, kReductionGroup), 1);
  int64_t parts = std::min(parallel_workgroups / groups, reduced / kElementsPerPart);
  while (parts > 1 && reduced % parts != 0) --parts;
  return std::max<int64_t>(parts, 1);
}

namespace {

// A tensor that is walked to be reduced.
struct Reduced {
  gpu::TensorId source = gpu::kNoTensor;
  ReducedDims split;
  int64_t count = 1;  // elements that are reduced into one
};

// The dispatch that writes `outputs` results, in rows of the innermost of `kept`.
struct ReduceDispatch {
  shaders::Reduce::Spec spec;
  shaders::Reduce::Push push;
  bool is_aligned;
};

// Simplify merges adjacent dims of one kind, except for the row if an operand is read along it. A rank of 7
// thus leaves at most 4 dims of each kind.
ReduceDispatch DispatchOf(const Reduced& of, const StridedDims& kept, Reduction reduction, int64_t outputs) {
  const StridedDims reduced = Simplify(of.split.reduced, false);
  shaders::Reduce::Push push = MakePush(kept, reduced);
  push.source_first = static_cast<uint32_t>(of.split.first);
  push.blocks = GroupsFor(push.row, 4);
  push.total = static_cast<uint32_t>(push.blocks * (outputs / push.row));
  push.count = static_cast<uint32_t>(of.count);
  const bool aligned = push.row % 4 == 0;
  const bool source_aligned = SourceIsAligned(kept, reduced, of.split.first, push.count);
  return {.spec = {.kAligned = aligned,
                   .kSourceAligned = source_aligned,
                   .kLanes = ReductionLanes(push.count, push.total),
                   .kReduction = static_cast<uint32_t>(reduction),
                   .kIsDeep = kept.size() > 3 || reduced.size() > 2},
          .push = push,
          .is_aligned = aligned && source_aligned};
}

std::array<uint32_t, 3> GroupsOf(const ReduceDispatch& dispatch, const gpu::DeviceLimits& limits) {
  return FlatGroups(int64_t{dispatch.push.total} * dispatch.spec.kLanes, kReductionGroup, limits);
}

// Returns the dims of a dense tensor of the same sizes.
StridedDims DenseOf(const StridedDims& dims) {
  std::vector<int> sizes;
  for (const StridedDim& dim : dims) sizes.push_back(static_cast<int>(dim.size));
  return DenseDims(ir::Shape(std::move(sizes)));
}

// Emits a dispatch that reduces each of `parts` parts of the reduced elements, if these are one dim, so that
// more workgroups share a result. Returns the tensor of its results, which are still to be reduced.
std::optional<Reduced> EmitParts(Lowering& lowering, const Reduced& whole, Reduction reduction,
                                 int64_t outputs, int64_t parts) {
  const StridedDims reduced = Simplify(whole.split.reduced, false);
  if (parts == 1 || reduced.size() != 1) return std::nullopt;
  const StridedDim part = {.size = reduced[0].size / parts, .stride = reduced[0].stride};
  Reduced first = {.source = whole.source, .split = whole.split, .count = part.size};
  first.split.kept.insert(first.split.kept.begin(), {.size = parts, .stride = part.size * part.stride});
  first.split.reduced = {part};
  if (!FitsShader(first.split)) return std::nullopt;
  const ReduceDispatch dispatch =
      DispatchOf(first, Simplify(first.split.kept, false), reduction, outputs * parts);
  const gpu::TensorId results =
      lowering.AddScratch("reduced parts", static_cast<uint64_t>(outputs * parts), gpu::Storage::kFloat32);
  lowering.EmitPart<shaders::Reduce>(
      dispatch.spec, dispatch.push, {.source = whole.source, .result = results},
      GroupsOf(dispatch, lowering.limits()), lowering.ReductionVariantWhen(dispatch.is_aligned));
  return Reduced{.source = results,
                 .split = {.kept = DenseOf(whole.split.kept),
                           .reduced = {{.size = parts, .stride = outputs}},
                           .first = 0},
                 .count = parts};
}

void EmitReduction(Lowering& lowering, const ReducedDims& split, Reduction reduction,
                   std::span<const EpilogueStep> own) {
  const auto rows = [&](const ReducedDims& dims) {
    return CutRow(Simplify(dims.kept, ReadsChannels(lowering.fused())), lowering.fused().common_row);
  };
  const int64_t outputs = lowering.output_dims().NumElements();
  Reduced walked = {.source = lowering.Input(0),
                    .split = split,
                    .count = lowering.view().input(0).dims.NumElements() / outputs};
  ReduceDispatch dispatch = DispatchOf(walked, rows(walked.split), reduction, outputs);
  const int64_t parts =
      ReductionParts(walked.count, dispatch.push.total, lowering.limits().profile.parallel_workgroups);
  if (auto left = EmitParts(lowering, walked, reduction, outputs, parts)) {
    walked = std::move(*left);
    dispatch = DispatchOf(walked, rows(walked.split), reduction, outputs);
  }
  dispatch.push.channels = static_cast<uint32_t>(lowering.output_dims().channels());
  lowering.Emit<shaders::Reduce>(
      dispatch.spec, dispatch.push, {.source = walked.source, .result = lowering.Output()},
      GroupsOf(dispatch, lowering.limits()), own, lowering.ReductionVariantWhen(dispatch.is_aligned));
}

}  // namespace

void LowerReduction(Lowering& lowering, Reduction reduction) {
  const auto split = SplitRows(SplitDims(lowering.view()), lowering.InputRows(0));
  EmitReduction(lowering, split.value_or(ReducedDims()), reduction, {});
}

bool LowerImageMean(Lowering& lowering, std::span<const EpilogueStep> own) {
  const ReducedDims dense = SplitDims(lowering.InputDims(0), {false, true, true, false});
  const auto split = SplitRows(dense, lowering.InputRows(0));
  if (!split || !FitsShader(*split)) return false;
  EmitReduction(lowering, *split, Reduction::kMean, own);
  return true;
}

// Integers wrap around in 64 bits, and the element takes the lowest bits, to which narrower sums and products
// wrap.
void LowerTypedReduction(Lowering& lowering, Reduction reduction) {
  const ir::Tensor& input = lowering.view().input(0);
  const auto push = ReductionPush<shaders::TypedReduce::Push>(SplitDims(lowering.view()),
                                                              lowering.output_dims().NumElements());
  const uint32_t lanes = ReductionLanes(push.count, push.total);
  lowering.Emit<shaders::TypedReduce>(
      {.kReduction = static_cast<uint32_t>(reduction),
       .kKind = KindOf(input),
       .kBytes = lowering.InputBytes(0),
       .kLanes = lanes},
      push, {.source = lowering.Input(0), .result = lowering.Output()},
      FlatGroups(int64_t{push.total} * lanes, kReductionGroup, lowering.limits()));
}

OpSpec MakeReduction(int op_code, ReductionRow row) {
  const GpuKernel typed = {.element = row.types,
                           .most_dims = kMostReducedRank,
                           .reads_strided = FindsOffsets,
                           .writes_together = ReductionWritesTogether,
                           .writes_strided = StridedResult::kAnywhere,
                           .lower = row.lower_typed};
  OpSpec spec = {
      .op_code = op_code,
      .constraints = {{"the axes are stored in the model or computed from shapes", InputIsPlanned<1>}},
      .kernels = {typed},
  };
  if (row.lower == nullptr) return spec;
  spec.kernels.insert(spec.kernels.begin(), {.element = kFloat32,
                                             .most_dims = kMostReducedRank,
                                             .epilogue = kFloat32Epilogue,
                                             .reads_strided = ReadsRows,
                                             .writes_together = ReductionWritesTogether,
                                             .writes_strided = StridedResult::kAnywhere,
                                             .lower = row.lower});
  return spec;
}

}  // namespace litevk
