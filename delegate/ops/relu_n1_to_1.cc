#include "delegate/abi/builtin_ops.h"
#include "delegate/ops/constraints.h"
#include "delegate/ops/elementwise.h"
#include "delegate/ops/op_cost.h"

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
