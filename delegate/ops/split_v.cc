#include "runtime/opset/ops/split_v.h"

#include "delegate/kernel/constraints.h"
#include "delegate/ops/move/node_query.h"
#include "delegate/ops/move/rows.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

Cuts CutsOf(const NodeView& view) {
  return CutRows(view, 0, ir::CountBetween(view.input(0).dims, 0, ResolveAgain(view, AxisOfSplitV)));
}

}  // namespace

OpSpec MakeSpec_split_v() {
  return {
      .op_code = abi::kTfLiteBuiltinSplitV,
      .kernels =
          {{.element = kMovedTypes,
            .constraints = {{"the sizes are stored in the model or computed from shapes", InputIsPlanned<1>},
                            {"the axis is stored in the model or computed from shapes", InputIsPlanned<2>}},
            .form = Form::kMoves,
            .cuts = CutsOf,
            .reads_strided = ReadsCutRows,
            .lower = LowerCut}},
  };
}

}  // namespace litevk
