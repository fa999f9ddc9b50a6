#include "runtime/opset/ops/gather.h"

#include "delegate/ops/constraints.h"
#include "delegate/ops/move/node_query.h"
#include "delegate/ops/move/picks.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

Picks PickedOf(const NodeView& view) {
  const GatherAxes axes = ResolveAgain(view, ResolveGatherAxes);
  const ir::Shape& input = view.input(0).dims;
  const ir::Shape& indices = view.input(1).dims;
  Picks picked = {.dim = input[axes.axis]};
  for (int i = axes.batch_dims; i < axes.axis; ++i) picked.outer *= input[i];
  for (int i = axes.axis + 1; i < input.rank(); ++i) picked.inner *= input[i];
  for (int i = axes.batch_dims; i < indices.rank(); ++i) picked.count *= indices[i];
  return picked;
}

void Lower(Lowering& lowering) {
  const Picks picked = PickedOf(lowering.view());
  EmitIndexCheck(lowering, 1, picked.dim);
  EmitPicks(lowering, lowering.Input(0), lowering.Input(1), IndexWords(lowering.view().input(1)), picked);
}

bool IndicesFit(const NodeView& view) { return IndicesLieInRange(view, 1, PickedOf(view).dim); }

}  // namespace

OpSpec MakeSpec_gather() {
  return {
      .op_code = abi::kTfLiteBuiltinGather,
      .signatures = {{.element = kMovedTypes, .inputs = {{1, kIndex}}, .lower = Lower}},
      .constraints =
          {{"indices that are known before the run lie in the axis; others that do not end the run "
            "with an error",
            IndicesFit, DimsAreKnown<0>}},
  };
}

}  // namespace litevk
