#include "delegate/ops/common/reduce.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_reduce_all() {
  return MakeReduction(abi::kTfLiteBuiltinReduceAll, RowOfBools<Reduction::kMinimum>());
}

}  // namespace litevk
