#include "delegate/ops/elementwise/complex_parts.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_real() {
  return {
      .op_code = abi::kTfLiteBuiltinReal,
      .kernels = {{.signature = "complex64",
                   .epilogue = {.takes = InFloat32, .stores_fours = CopiesElements},
                   .reads_strided = ReadsComplexRows,
                   .lower = LowerComplexPart<0>}},
  };
}

}  // namespace litevk
