#include "runtime/opset/ops/split.h"

#include "delegate/ops/constraints.h"
#include "delegate/ops/move/node_query.h"
#include "delegate/ops/move/rows.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

void Lower(Lowering& lowering) {
  const NodeView& view = lowering.view();
  SplitRows(lowering, 1, ir::CountBetween(view.input(1).dims, 0, ResolveAgain(view, AxisOfSplit)));
}

}  // namespace

OpSpec MakeSpec_split() {
  return {
      .op_code = abi::kTfLiteBuiltinSplit,
      .signatures = {{.element = kMovedTypes, .lower = Lower}},
      .constraints = {{"the axis is stored in the model or computed from shapes", InputIsPlanned<0>}},
      .counts_outputs = true,
  };
}

}  // namespace litevk
