#include "runtime/opset/ops/gather.h"

#include "delegate/kernel/constraints.h"
#include "delegate/ops/move/mover.h"
#include "delegate/ops/move/node_query.h"
#include "delegate/ops/move/picks.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

Picks PickedOf(const NodeView& view) {
  const GatherAxes axes = ResolveAgain(view, ResolveGatherAxes);
  const ir::Shape& input = view.input(0).dims;
  const ir::Shape& indices = view.input(1).dims;
  return {.outer = ir::CountBetween(input, axes.batch_dims, axes.axis),
          .dim = input[axes.axis],
          .inner = ir::CountBetween(input, axes.axis + 1, input.rank()),
          .count = ir::CountBetween(indices, axes.batch_dims, indices.rank())};
}

void Lower(Lowering& lowering) {
  const Picks picked = PickedOf(lowering.view());
  EmitIndexCheck(lowering, 1, picked.dim);
  EmitPicks(lowering, lowering.Input(0), IndicesOf(lowering, 1), picked);
}

bool IndicesFit(const NodeView& view) { return IndicesLieInRange(view, 1, PickedOf(view).dim); }

}  // namespace

OpSpec MakeSpec_gather() {
  return {
      .op_code = abi::kTfLiteBuiltinGather,
      .kernels = {Mover(
          {.element = kMovedTypes | kPacked,
           .constraints =
               {{"indices that are known before the run lie in the axis; others that do not end the run "
                 "with an error",
                 IndicesFit, DimsAreKnown<0>}},
           .lower = Lower})},
  };
}

}  // namespace litevk
