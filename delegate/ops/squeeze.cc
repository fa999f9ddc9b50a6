#include "delegate/lower/lowering.h"
#include "delegate/lower/op_cost.h"
#include "delegate/ops/constraints.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_squeeze() {
  return {
      .op_code = abi::kTfLiteBuiltinSqueeze,
      .name = "SQUEEZE",
      .stem = "squeeze",
      .types = {FloatSignature(1)},
      .constraints = {},
      .layout_role = LayoutRole::kTerminate,
      .cost = AliasCost,
      .lower = [](Lowering& lowering) { lowering.AliasOutputToInput(); },
  };
}

}  // namespace litevk
