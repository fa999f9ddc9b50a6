#include "delegate/ops/common/reduce.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_reduce_any() {
  return MakeReduction(abi::kTfLiteBuiltinReduceAny, RowOfBools<Reduction::kMaximum>());
}

}  // namespace litevk
