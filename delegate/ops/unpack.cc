#include "delegate/kernel/constraints.h"
#include "delegate/ops/move/rows.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

Cuts CutsOf(const NodeView& view) {
  const ir::Shape& input = view.input(0).dims;
  const int axis = view.params<abi::TfLiteUnpackParams>().axis;
  return CutRows(view, 0, ir::CountBetween(input, 0, axis < 0 ? axis + input.rank() : axis));
}

}  // namespace

OpSpec MakeSpec_unpack() {
  return {
      .op_code = abi::kTfLiteBuiltinUnpack,
      .kernels = {{.element = kMovedTypes,
                   .form = Form::kMoves,
                   .cuts = CutsOf,
                   .reads_strided = ReadsCutRows,
                   .lower = LowerCut}},
  };
}

}  // namespace litevk
