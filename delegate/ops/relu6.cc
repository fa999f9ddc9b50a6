#include "delegate/lower/op_cost.h"
#include "delegate/ops/constraints.h"
#include "delegate/ops/families/elementwise.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_relu6() {
  return {
      .op_code = abi::kTfLiteBuiltinRelu6,
      .name = "RELU6",
      .stem = "relu6",
      .types = {FloatSignature(1)},
      .constraints = {},
      .layout_role = LayoutRole::kTransparent,
      .cost = ElementwiseCost,
      .takes_epilogue = true,
      .as_epilogue = UnaryStep<EpilogueOp::kRelu6>,
      .lower = LowerUnary,
  };
}

}  // namespace litevk
