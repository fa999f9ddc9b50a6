#include "delegate/ops/common/quantized_rows.h"
#include "delegate/ops/common/row_lanes.h"
#include "runtime/tflite/builtin_ops.h"
#include "shaders/normalization.h"

namespace litevk {
namespace {

// The smallest norm of TFLite's reference kernel.
constexpr float kSmallestNorm = 1e-6F;

void Lower(Lowering& lowering) {
  EmitRowLanes<shaders::Normalization>(lowering, {}, {.epsilon = kSmallestNorm});
}

}  // namespace

OpSpec MakeSpec_l2_normalization() {
  return {
      .op_code = abi::kTfLiteBuiltinL2Normalization,
      .kernels = {{.constraints = {HasRows()},
                   .epilogue = kFloat32Epilogue,
                   .reads_strided = ReadsLanesOfRows,
                   .lower = Lower},
                  QuantizedRowsKernel("int8", LowerQuantizedL2Normalization),
                  QuantizedRowsKernel("uint8", LowerQuantizedL2Normalization)},
  };
}

}  // namespace litevk
