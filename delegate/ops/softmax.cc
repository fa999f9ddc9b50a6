#include "delegate/ops/families/softmax.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_softmax() {
  return MakeSoftmax(abi::kTfLiteBuiltinSoftmax, [](Lowering& lowering) {
    LowerSoftmax(lowering, lowering.view().params<abi::TfLiteSoftmaxParams>().beta, false);
  });
}

}  // namespace litevk
