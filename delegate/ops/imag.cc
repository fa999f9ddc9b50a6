#include "delegate/ops/elementwise/complex_parts.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_imag() {
  return {
      .op_code = abi::kTfLiteBuiltinImag,
      .kernels = {{.signature = "complex64",
                   .epilogue = {.takes = InFloat32, .stores_fours = CopiesElements},
                   .reads_strided = ReadsComplexRows,
                   .lower = LowerComplexPart<1>}},
  };
}

}  // namespace litevk
