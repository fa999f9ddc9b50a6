#include "delegate/ops/elementwise/select.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_select_v2() {
  return MakeSelect(abi::kTfLiteBuiltinSelectV2,
                    [](Lowering& lowering) { LowerSelect(lowering, lowering.view().input(0).dims); });
}

}  // namespace litevk
