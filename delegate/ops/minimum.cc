#include "delegate/lower/op_cost.h"
#include "delegate/ops/constraints.h"
#include "delegate/ops/families/elementwise.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_minimum() {
  return {
      .op_code = abi::kTfLiteBuiltinMinimum,
      .name = "MINIMUM",
      .stem = "minimum",
      .types = {FloatSignature(2)},
      .constraints = {{"inputs and output have at most 4 dims", RankAtMost<4>}},
      .layout_role = LayoutRole::kTransparent,
      .cost = ElementwiseCost,
      .takes_epilogue = true,
      .as_epilogue = ArithmeticSteps<EpilogueOp::kMinimum, EpilogueOp::kReverseMinimum>,
      .lower = LowerArithmetic<EpilogueOp::kMinimum, EpilogueOp::kReverseMinimum>,
  };
}

}  // namespace litevk
