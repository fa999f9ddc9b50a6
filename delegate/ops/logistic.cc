#include "delegate/lower/op_cost.h"
#include "delegate/ops/constraints.h"
#include "delegate/ops/families/elementwise.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_logistic() {
  return {
      .op_code = abi::kTfLiteBuiltinLogistic,
      .name = "LOGISTIC",
      .stem = "logistic",
      .types = {FloatSignature(1)},
      .constraints = {},
      .layout_role = LayoutRole::kTransparent,
      .cost = ElementwiseCost,
      .takes_epilogue = true,
      .as_epilogue = UnaryStep<EpilogueOp::kLogistic>,
      .lower = LowerUnary,
  };
}

}  // namespace litevk
