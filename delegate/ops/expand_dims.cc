#include "delegate/kernel/constraints.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/move/complex_types.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_expand_dims() {
  return {
      .op_code = abi::kTfLiteBuiltinExpandDims,
      .kernels = {{.element = kMovedOrComplex | kPacked,
                   .constraints = {{"the axis is stored in the model or computed from shapes",
                                    InputIsPlanned<1>}},
                   .form = Form::kAlias}},
  };
}

}  // namespace litevk
