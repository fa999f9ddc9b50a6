#include "delegate/abi/builtin_ops.h"
#include "delegate/ops/constraints.h"
#include "delegate/ops/elementwise.h"

namespace litevk {

OpSpec MakeSpec_relu_n1_to_1() {
  return {
      .op_code = abi::kTfLiteBuiltinReluN1To1,
      .name = "RELU_N1_TO_1",
      .stem = "relu_n1_to_1",
      .params_bytes = 0,
      .versions = {{1, "float32, uint8 and int8"}},
      .types = {FloatSignature(1)},
      .constraints = {},
      .layout_role = LayoutRole::kTransparent,
      .infer_shapes = ir::SameAsInput,
      .takes_epilogue = true,
      .as_epilogue = UnaryStep<EpilogueOp::kReluN1To1>,
      .lower = LowerUnary,
  };
}

}  // namespace litevk
