#include "shaders/l2_normalization.h"
#include "delegate/ops/families/row_lanes.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

void Lower(Lowering& lowering) { EmitRowLanes<shaders::L2Normalization>(lowering, {}, {}); }

}  // namespace

OpSpec MakeSpec_l2_normalization() {
  return {
      .op_code = abi::kTfLiteBuiltinL2Normalization,
      .signatures = {{.lower = Lower}},
      .constraints = {HasRows()},
      .takes_epilogue = true,
  };
}

}  // namespace litevk
