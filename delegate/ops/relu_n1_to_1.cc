#include "delegate/lower/op_cost.h"
#include "delegate/ops/constraints.h"
#include "delegate/ops/families/elementwise.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_relu_n1_to_1() {
  return {
      .op_code = abi::kTfLiteBuiltinReluN1To1,
      .name = "RELU_N1_TO_1",
      .stem = "relu_n1_to_1",
      .types = {FloatSignature(1)},
      .constraints = {},
      .layout_role = LayoutRole::kTransparent,
      .cost = ElementwiseCost,
      .takes_epilogue = true,
      .as_epilogue = UnaryStep<EpilogueOp::kReluN1To1>,
      .lower = LowerUnary,
  };
}

}  // namespace litevk
