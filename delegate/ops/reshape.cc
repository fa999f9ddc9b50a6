#include "delegate/lower/lowering.h"
#include "delegate/ops/constraints.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_reshape() {
  return {
      .op_code = abi::kTfLiteBuiltinReshape,
      .types = {{{ir::DataType::kFloat32, ir::DataType::kInt32}, {ir::DataType::kFloat32}, 1}},
      .moved = kMovedTypes,
      .constraints = {{"the shape is stored in the model, computed from shapes, or an option of the node",
                       InputIsPlanned<1>}},
      .lower = [](Lowering& lowering) { lowering.AliasOutputToInput(); },
  };
}

}  // namespace litevk
