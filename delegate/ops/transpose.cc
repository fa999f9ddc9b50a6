#include "runtime/opset/ops/transpose.h"

#include <vector>

#include "delegate/ops/constraints.h"
#include "delegate/ops/move/complex_types.h"
#include "delegate/ops/move/node_query.h"
#include "delegate/ops/move/strided.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

void Lower(Lowering& lowering) {
  const StridedDims input = DenseDims(lowering.view().input(0).dims);
  StridedCopy copy;
  for (const int axis : ResolveAgain(lowering.view(), ResolvePermutation)) {
    copy.source.push_back(input[static_cast<size_t>(axis)]);
  }
  EmitCopy(lowering, lowering.Input(0), copy);
}

}  // namespace

OpSpec MakeSpec_transpose() {
  return {
      .op_code = abi::kTfLiteBuiltinTranspose,
      .signatures = {{.element = kMovedOrComplex, .most_dims = kWalkDims, .lower = Lower}},
      .constraints = {{"the permutation is stored in the model or computed from shapes", InputIsPlanned<1>}},
      .takes_epilogue = true,
      .moves = true,
  };
}

}  // namespace litevk
