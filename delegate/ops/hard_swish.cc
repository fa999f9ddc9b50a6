#include "delegate/lower/op_cost.h"
#include "delegate/ops/constraints.h"
#include "delegate/ops/families/elementwise.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_hard_swish() {
  return {
      .op_code = abi::kTfLiteBuiltinHardSwish,
      .name = "HARD_SWISH",
      .stem = "hard_swish",
      .types = {FloatSignature(1)},
      .constraints = {},
      .layout_role = LayoutRole::kTransparent,
      .cost = ElementwiseCost,
      .takes_epilogue = true,
      .as_epilogue = UnaryStep<EpilogueOp::kHardSwish>,
      .lower = LowerUnary,
  };
}

}  // namespace litevk
