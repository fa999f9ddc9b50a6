#include "delegate/abi/builtin_ops.h"
#include "delegate/ops/constraints.h"
#include "delegate/ops/elementwise.h"
#include "delegate/ops/op_cost.h"

namespace litevk {

OpSpec MakeSpec_relu() {
  return {
      .op_code = abi::kTfLiteBuiltinRelu,
      .name = "RELU",
      .stem = "relu",
      .types = {FloatSignature(1)},
      .constraints = {},
      .layout_role = LayoutRole::kTransparent,
      .cost = ElementwiseCost,
      .takes_epilogue = true,
      .as_epilogue = UnaryStep<EpilogueOp::kRelu>,
      .lower = LowerUnary,
  };
}

}  // namespace litevk
