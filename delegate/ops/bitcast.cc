#include "delegate/kernel/constraints.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/move/complex_types.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_bitcast() {
  return {
      .op_code = abi::kTfLiteBuiltinBitcast,
      .kernels =
          {{.inputs = {{0, kMovedOrComplex}},
            .constraints =
                {{"the output is float32, float16, bool, int8, uint8, int16, int32, int64 or complex64",
                  [](const NodeView& view) { return kMovedOrComplex.contains(view.output().type); }}},
            .form = Form::kAlias}},
  };
}

}  // namespace litevk
