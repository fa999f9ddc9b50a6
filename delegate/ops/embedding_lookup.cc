#include "runtime/opset/ops/embedding_lookup.h"

#include "delegate/ops/constraints.h"
#include "delegate/ops/move/complex_types.h"
#include "delegate/ops/move/mover.h"
#include "delegate/ops/move/picks.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

Picks PickedOf(const NodeView& view) {
  const ir::Shape& table = view.input(kTable).dims;
  return {.dim = table[0],
          .inner = table.NumElements() / table[0],
          .count = view.input(kLookup).dims.NumElements()};
}

void Lower(Lowering& lowering) {
  const Picks picked = PickedOf(lowering.view());
  EmitIndexCheck(lowering, kLookup, picked.dim);
  EmitPicks(lowering, lowering.Input(kTable), IndicesOf(lowering, kLookup), picked);
}

bool IndicesFit(const NodeView& view) { return IndicesLieInRange(view, kLookup, view.input(kTable).dims[0]); }

}  // namespace

OpSpec MakeSpec_embedding_lookup() {
  return {
      .op_code = abi::kTfLiteBuiltinEmbeddingLookup,
      .kernels = {Mover(
          {.element = kMovedOrComplex,
           .constraints = {{"indices that are known before the run are rows of the table; others "
                            "that are not end the run "
                            "with an error",
                            IndicesFit, DimsAreKnown<kTable>}},
           .lower = Lower})},
  };
}

}  // namespace litevk
