#include "delegate/ops/common/softmax.h"

#include "delegate/kernel/constraints.h"
#include "delegate/ops/common/row_lanes.h"
#include "shaders/softmax.h"

namespace litevk {

void LowerSoftmax(Lowering& lowering, float beta, bool is_log) {
  EmitRowLanes<shaders::Softmax>(lowering, {.kIsLog = is_log}, {.beta = beta});
}

OpSpec MakeSoftmax(int op_code, void (*lower)(Lowering&)) {
  return {
      .op_code = op_code,
      .kernels = {{.element = kFloat32,
                   .constraints = {HasRows()},
                   .epilogue = kFloat32Epilogue,
                   .reads_strided = ReadsLanesOfRows,
                   .lower = lower}},
  };
}

}  // namespace litevk
