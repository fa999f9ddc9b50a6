#include "runtime/opset/ops/tile.h"

#include <vector>

#include "delegate/ops/constraints.h"
#include "delegate/ops/move/node_query.h"
#include "delegate/ops/move/strided.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

// Each dim is walked as often as it is repeated, without a step in memory from one time to the next.
StridedDims RepeatedDims(const NodeView& view) {
  const std::vector<int64_t> multiples = ResolveAgain(view, ResolveMultiples);
  const StridedDims input = DenseDims(view.input(0).dims);
  StridedDims repeated;
  for (size_t axis = 0; axis < input.size(); ++axis) {
    repeated.push_back({.size = multiples[axis], .stride = 0});
    repeated.push_back(input[axis]);
  }
  return repeated;
}

void Lower(Lowering& lowering) {
  EmitCopy(lowering, lowering.Input(0), {.source = RepeatedDims(lowering.view())});
}

bool IsOneWalk(const NodeView& view) {
  const size_t most = kWideTypes.contains(view.input(0).type) ? kWideWalkDims : kWalkDims;
  return Simplify(RepeatedDims(view), true).size() <= most;
}

}  // namespace

OpSpec MakeSpec_tile() {
  return {
      .op_code = abi::kTfLiteBuiltinTile,
      .signatures = {{.element = kMovedTypes, .lower = Lower}},
      .constraints =
          {{"the multiples are stored in the model", InputIsStored<1>},
           {"the dims are a walk of at most 6, of int64 of 5, where a dim above 1 that is repeated "
            "is two and neighbours that are not are one",
            IsOneWalk, DimsAreKnown<0>}},
      .takes_epilogue = true,
  };
}

}  // namespace litevk
