#include "delegate/ops/constraints.h"
#include "delegate/ops/move/rows.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

void Lower(Lowering& lowering) {
  const ir::Shape& input = lowering.view().input(0).dims;
  const int axis = lowering.view().params<abi::TfLiteUnpackParams>().axis;
  SplitRows(lowering, 0, ir::CountBetween(input, 0, axis < 0 ? axis + input.rank() : axis));
}

}  // namespace

OpSpec MakeSpec_unpack() {
  return {
      .op_code = abi::kTfLiteBuiltinUnpack,
      .signatures = {{.element = kMovedTypes, .lower = Lower}},
      .counts_outputs = true,
  };
}

}  // namespace litevk
