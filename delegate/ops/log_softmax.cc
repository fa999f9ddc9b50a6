#include "delegate/ops/families/softmax.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_log_softmax() {
  OpSpec spec = MakeSoftmax(abi::kTfLiteBuiltinLogSoftmax,
                            [](Lowering& lowering) { LowerSoftmax(lowering, 1.0F, true); });
  spec.kernels.front().element = {};
  return spec;
}

}  // namespace litevk
