#include <span>

#include "delegate/kernel/constraints.h"
#include "delegate/ops/move/mover.h"
#include "delegate/ops/move/picks.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

// Returns the number of indices that name one slice of the input.
int WidthOf(const NodeView& view) { return view.input(1).dims.channels(); }

void Lower(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const ir::Shape& input = view.input(0).dims;
  const int64_t count = view.input(1).dims.Rows();
  const int64_t slices = ir::CountBetween(input, 0, WidthOf(view));
  const PickIndices indices =
      EmitIndices(lowering, 1, count, std::span(input.dims()).first(static_cast<size_t>(WidthOf(view))));
  if (!view.input_is_known(1)) {
    EmitIndexCheck(lowering, indices, count, slices, "an index lies outside of the input's dims");
  }
  EmitPicks(lowering, lowering.Input(0), indices,
            {.dim = slices, .inner = input.NumElements() / slices, .count = count});
}

bool IndicesFit(const NodeView& view) {
  if (!view.input_is_known(1)) return true;
  const auto indices = KnownIndices(view, 1);
  if (!indices) return false;
  const auto width = static_cast<size_t>(WidthOf(view));
  for (size_t at = 0; at < indices->size(); ++at) {
    const int64_t index = (*indices)[at];
    if (index < 0 || index >= view.input(0).dims.dims()[at % width]) return false;
  }
  return true;
}

bool WidthFits(const NodeView& view) { return WidthOf(view) <= kMostIndexDims; }

}  // namespace

OpSpec MakeSpec_gather_nd() {
  return {
      .op_code = abi::kTfLiteBuiltinGatherNd,
      .kernels = {Mover({.element = kMovedTypes,
                         .constraints = {{"at most 8 indices name one slice", WidthFits, ChannelsAreKnown<1>},
                                         {"indices that are known before the run lie in the input's dims; "
                                          "others that do not end the run "
                                          "with an error",
                                          IndicesFit, DimsAreKnown<0>}},
                         .lower = Lower})},
  };
}

}  // namespace litevk
