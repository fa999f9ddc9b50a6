#include "delegate/kernel/constraints.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/move/complex_types.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_reshape() {
  return {
      .op_code = abi::kTfLiteBuiltinReshape,
      .kernels = {{.element = kMovedOrComplex | kPacked,
                   .constraints =
                       {{"the shape is stored in the model, computed from shapes, or an option of the node",
                         InputIsPlanned<1>}},
                   .form = Form::kAlias}},
  };
}

}  // namespace litevk
