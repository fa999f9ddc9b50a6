#include "delegate/ops/families/reduce.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_sum() {
  return MakeReduction(abi::kTfLiteBuiltinSum, RowOf<Reduction::kSum>(kIndex | kBool));
}

}  // namespace litevk
