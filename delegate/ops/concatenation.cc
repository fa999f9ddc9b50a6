#include "delegate/ops/constraints.h"
#include "delegate/ops/move/rows.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

void Lower(Lowering& lowering) {
  const ir::Shape& out = lowering.output_dims();
  const int axis = lowering.view().params<abi::TfLiteConcatenationParams>().axis;
  JoinRows(lowering, ir::CountBetween(out, 0, axis < 0 ? axis + out.rank() : axis));
}

bool HasNoActivation(const NodeView& view) {
  return view.params<abi::TfLiteConcatenationParams>().activation == abi::kTfLiteActNone;
}

}  // namespace

OpSpec MakeSpec_concatenation() {
  return {
      .op_code = abi::kTfLiteBuiltinConcatenation,
      .signatures = {{.element = kMovedTypes, .lower = Lower}},
      .constraints = {{"the fused activation is NONE, the only one that TFLite's kernel takes",
                       HasNoActivation}},
  };
}

}  // namespace litevk
