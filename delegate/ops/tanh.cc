#include "delegate/abi/builtin_ops.h"
#include "delegate/ops/constraints.h"
#include "delegate/ops/elementwise.h"

namespace litevk {

OpSpec MakeSpec_tanh() {
  return {
      .op_code = abi::kTfLiteBuiltinTanh,
      .name = "TANH",
      .stem = "tanh",
      .params_bytes = 0,
      .versions = {{1, "float32 and uint8"}, {2, "int8"}, {3, "int16"}},
      .types = {FloatSignature(1)},
      .constraints = {},
      .layout_role = LayoutRole::kTransparent,
      .infer_shapes = ir::SameAsInput,
      .takes_epilogue = true,
      .as_epilogue = UnaryStep<EpilogueOp::kTanh>,
      .lower = LowerUnary,
  };
}

}  // namespace litevk
