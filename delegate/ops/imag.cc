#include "delegate/ops/families/complex_parts.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_imag() {
  return {
      .op_code = abi::kTfLiteBuiltinImag,
      .signatures = {{.lower = LowerComplexPart<1>}},
      .takes_epilogue = true,
      .reads_rows = ReadsComplexRows,
  };
}

}  // namespace litevk
