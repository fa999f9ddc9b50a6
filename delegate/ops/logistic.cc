#include "delegate/abi/builtin_ops.h"
#include "delegate/ops/constraints.h"
#include "delegate/ops/elementwise.h"

namespace litevk {

OpSpec MakeSpec_logistic() {
  return {
      .op_code = abi::kTfLiteBuiltinLogistic,
      .name = "LOGISTIC",
      .stem = "logistic",
      .params_bytes = 0,
      .versions = {{1, "float32 and uint8"}, {2, "int8"}, {3, "int16"}},
      .types = {FloatSignature(1)},
      .constraints = {},
      .layout_role = LayoutRole::kTransparent,
      .infer_shapes = ir::SameAsInput,
      .takes_epilogue = true,
      .as_epilogue = UnaryStep<EpilogueOp::kLogistic>,
      .lower = LowerUnary,
  };
}

}  // namespace litevk
