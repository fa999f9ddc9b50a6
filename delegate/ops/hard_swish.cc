#include "delegate/abi/builtin_ops.h"
#include "delegate/ops/constraints.h"
#include "delegate/ops/elementwise.h"

namespace litevk {

OpSpec MakeSpec_hard_swish() {
  return {
      .op_code = abi::kTfLiteBuiltinHardSwish,
      .name = "HARD_SWISH",
      .stem = "hard_swish",
      .params_bytes = 0,
      .versions = {{1, "float32, uint8 and int8"}},
      .types = {FloatSignature(1)},
      .constraints = {},
      .layout_role = LayoutRole::kTransparent,
      .infer_shapes = ir::SameAsInput,
      .takes_epilogue = true,
      .as_epilogue = UnaryStep<EpilogueOp::kHardSwish>,
      .lower = LowerUnary,
  };
}

}  // namespace litevk
