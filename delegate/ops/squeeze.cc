#include "delegate/kernel/constraints.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/move/complex_types.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_squeeze() {
  return {
      .op_code = abi::kTfLiteBuiltinSqueeze,
      .kernels = {{.element = kMovedOrComplex | kPacked, .form = Form::kAlias}},
  };
}

}  // namespace litevk
