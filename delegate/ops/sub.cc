#include "delegate/lower/op_cost.h"
#include "delegate/ops/constraints.h"
#include "delegate/ops/families/elementwise.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_sub() {
  return {
      .op_code = abi::kTfLiteBuiltinSub,
      .name = "SUB",
      .stem = "sub",
      .types = {FloatSignature(2)},
      .constraints = {ActivationConstraint<abi::TfLiteArithmeticParams>(),
                      {"inputs and output have at most 4 dims", RankAtMost<4>}},
      .layout_role = LayoutRole::kTransparent,
      .cost = ElementwiseCost,
      .takes_epilogue = true,
      .as_epilogue = ArithmeticSteps<EpilogueOp::kSub, EpilogueOp::kReverseSub>,
      .lower = LowerArithmetic<EpilogueOp::kSub, EpilogueOp::kReverseSub>,
  };
}

}  // namespace litevk
