#include "delegate/kernel/constraints.h"
#include "delegate/ops/elementwise/elementwise.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

std::vector<EpilogueStep> AsEpilogue(const NodeView& view, int /*chained_input*/) {
  return {{.op = EpilogueOp::kLeakyRelu, .scalar = view.params<abi::TfLiteLeakyReluParams>().alpha}};
}

}  // namespace

OpSpec MakeSpec_leaky_relu() {
  return {
      .op_code = abi::kTfLiteBuiltinLeakyRelu,
      .kernels = {{.epilogue = {.takes = InFloat32, .as_steps = AsEpilogue}, .lower = LowerUnary}},
  };
}

}  // namespace litevk
