#include "delegate/ops/families/complex_parts.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_real() {
  return {
      .op_code = abi::kTfLiteBuiltinReal,
      .signatures = {{.lower = LowerComplexPart<0>}},
      .takes_epilogue = true,
      .reads_rows = ReadsComplexRows,
  };
}

}  // namespace litevk
