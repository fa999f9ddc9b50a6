#include <algorithm>

#include "delegate/kernel/constraints.h"
#include "delegate/ops/move/mover.h"
#include "delegate/ops/move/picks.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "shaders/move/reverse_sequence_positions.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

const abi::TfLiteReverseSequenceParams& AxesOf(const NodeView& view) {
  return view.params<abi::TfLiteReverseSequenceParams>();
}

// Returns the bound of the lengths, which are 0 or more and less than it.
int64_t LengthsEnd(const NodeView& view) { return int64_t{view.input(0).dims[AxesOf(view).seq_dim]} + 1; }

// Emits the number of the row that each of `rows` rows shows.
PickIndices EmitIndices(Lowering& lowering, int64_t rows) {
  const NodeView& view = lowering.view();
  const auto& axes = AxesOf(view);
  const ir::Shape& dims = view.input(0).dims;
  const auto [first, second] = std::minmax(axes.seq_dim, axes.batch_dim);
  const PickIndices lengths = IndicesOf(lowering, 1);
  const PickIndices positions = {
      .tensor = lowering.AddScratch("places", static_cast<uint64_t>(rows), gpu::Storage::kBits32)};
  lowering.EmitPart<shaders::ReverseSequencePositions>(
      {.kLocalSizeX = kGroup, .kSequenceFirst = axes.seq_dim == first, .kIndexBytes = lengths.bytes},
      {.total = static_cast<uint32_t>(rows),
       .first = static_cast<uint32_t>(dims[first]),
       .between = static_cast<uint32_t>(ir::CountBetween(dims, first + 1, second)),
       .second = static_cast<uint32_t>(dims[second])},
      {.lengths = lengths.tensor, .positions = positions.tensor},
      FlatGroups(rows, kGroup, lowering.limits()));
  return positions;
}

void Lower(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const ir::Shape& dims = view.input(0).dims;
  const int last = std::max(AxesOf(view).seq_dim, AxesOf(view).batch_dim);
  const int64_t rows = ir::CountBetween(dims, 0, last + 1);
  EmitIndexCheck(lowering, 1, LengthsEnd(view));
  EmitPicks(lowering, lowering.Input(0), EmitIndices(lowering, rows),
            {.dim = rows, .inner = dims.NumElements() / rows, .count = rows});
}

bool LengthsFit(const NodeView& view) { return IndicesLieInRange(view, 1, LengthsEnd(view)); }

}  // namespace

OpSpec MakeSpec_reverse_sequence() {
  return {
      .op_code = abi::kTfLiteBuiltinReverseSequence,
      .kernels = {Mover({.element = kMovedTypes,
                         .constraints = {{"lengths that are known before the run are not longer than the "
                                          "sequence; others that are end the "
                                          "run with an error",
                                          LengthsFit, DimsAreKnown<0>}},
                         .lower = Lower})},
  };
}

}  // namespace litevk
