#include <cassert>

#include "delegate/ops/constraints.h"
#include "delegate/ops/move/rows.h"
#include "runtime/opset/families/new_axis.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

void Lower(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const auto axis = ResolveNewAxis(view.params<abi::TfLitePackParams>().axis, view.input(0).dims.rank());
  // Shape inference resolved the same when the node was judged.
  assert(axis.ok());
  JoinRows(lowering, ir::CountBetween(lowering.output_dims(), 0, *axis));
}

}  // namespace

OpSpec MakeSpec_pack() {
  return {
      .op_code = abi::kTfLiteBuiltinPack,
      .signatures = {{.element = kMovedTypes, .lower = Lower}},
  };
}

}  // namespace litevk
