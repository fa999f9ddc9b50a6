#include "delegate/lower/lowering.h"
#include "delegate/ops/constraints.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_expand_dims() {
  return {
      .op_code = abi::kTfLiteBuiltinExpandDims,
      .types = {{{ir::DataType::kFloat32, ir::DataType::kInt32}, {ir::DataType::kFloat32}, 2},
                {{ir::DataType::kFloat32, ir::DataType::kInt64}, {ir::DataType::kFloat32}, 2}},
      .moved = kMovedTypes,
      .constraints = {{"the axis is stored in the model", InputIsStored<1>}},
      .lower = [](Lowering& lowering) { lowering.AliasOutputToInput(); },
  };
}

}  // namespace litevk
