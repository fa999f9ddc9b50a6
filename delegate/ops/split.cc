#include "runtime/opset/ops/split.h"

#include "delegate/kernel/constraints.h"
#include "delegate/ops/move/node_query.h"
#include "delegate/ops/move/rows.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

Cuts CutsOf(const NodeView& view) {
  return CutRows(view, 1, ir::CountBetween(view.input(1).dims, 0, ResolveAgain(view, AxisOfSplit)));
}

}  // namespace

OpSpec MakeSpec_split() {
  return {
      .op_code = abi::kTfLiteBuiltinSplit,
      .kernels = {{.element = kMovedTypes,
                   .constraints = {{"the axis is stored in the model or computed from shapes",
                                    InputIsPlanned<0>}},
                   .form = Form::kMoves,
                   .cuts = CutsOf,
                   .reads_strided = ReadsCutRows,
                   .lower = LowerCut}},
  };
}

}  // namespace litevk
