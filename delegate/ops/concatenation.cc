#include <vector>

#include "delegate/ops/constraints.h"
#include "delegate/ops/move/rows.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

std::vector<RowView> Joins(const NodeView& view) {
  const ir::Shape& out = view.output().dims;
  const int axis = view.params<abi::TfLiteConcatenationParams>().axis;
  return JoinedRows(view, ir::CountBetween(out, 0, axis < 0 ? axis + out.rank() : axis));
}

bool HasNoActivation(const NodeView& view) {
  return view.params<abi::TfLiteConcatenationParams>().activation == abi::kTfLiteActNone;
}

}  // namespace

OpSpec MakeSpec_concatenation() {
  return {
      .op_code = abi::kTfLiteBuiltinConcatenation,
      .kernels = {{.element = kMovedTypes,
                   .constraints = {{"the fused activation is NONE, the only one that TFLite's kernel takes",
                                    HasNoActivation}},
                   .form = Form::kMoves,
                   .joins = Joins,
                   .lower = LowerJoin}},
  };
}

}  // namespace litevk
