#include "delegate/kernel/constraints.h"
#include "delegate/ops/elementwise/elementwise.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

std::vector<EpilogueStep> AsEpilogue(const NodeView& view, int /*chained_input*/) {
  const bool approximate = view.params<abi::TfLiteGeluParams>().approximate;
  return {{.op = approximate ? EpilogueOp::kApproximateGelu : EpilogueOp::kGelu}};
}

}  // namespace

OpSpec MakeSpec_gelu() {
  return {
      .op_code = abi::kTfLiteBuiltinGelu,
      .kernels = {{.element = kFloat32,
                   .epilogue = {.takes = InFloat32, .as_steps = AsEpilogue},
                   .lower = LowerUnary}},
  };
}

}  // namespace litevk
