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

namespace {

// Simplify merges adjacent dims of one kind, except for the row if an operand is read along it. A rank of 7
// thus leaves at most 4 dims of each kind.
void EmitReduction(Lowering& lowering, const ReducedDims& split, Reduction reduction,
                   std::span<const EpilogueStep> own) {
  const StridedDims kept =
      CutRow(Simplify(split.kept, ReadsChannels(lowering.fused())), lowering.fused().common_row);
  const StridedDims reduced = Simplify(split.reduced, false);
  shaders::Reduce::Push push = MakePush(kept, reduced);
  push.source_first = static_cast<uint32_t>(split.first);
  push.blocks = GroupsFor(push.row, 4);
  push.total = static_cast<uint32_t>(push.blocks * (lowering.output_dims().NumElements() / push.row));
  push.channels = static_cast<uint32_t>(lowering.output_dims().channels());
  push.count = static_cast<uint32_t>(lowering.view().input(0).dims.NumElements() /
                                     lowering.output_dims().NumElements());
  const uint32_t lanes = ReductionLanes(push.count, push.total);
  const bool aligned = push.row % 4 == 0;
  const bool source_aligned = SourceIsAligned(kept, reduced, split.first, push.count);
  lowering.Emit<shaders::Reduce>({.kAligned = aligned,
                                  .kSourceAligned = source_aligned,
                                  .kLanes = lanes,
                                  .kReduction = static_cast<uint32_t>(reduction),
                                  .kIsDeep = kept.size() > 3 || reduced.size() > 2},
                                 push, {.source = lowering.Input(0), .result = lowering.Output()},
                                 FlatGroups(int64_t{push.total} * lanes, kReductionGroup, lowering.limits()),
                                 own, lowering.ReductionVariantWhen(aligned && source_aligned));
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
