#include "delegate/ops/families/reduce.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_reduce_min() {
  return MakeReduction(abi::kTfLiteBuiltinReduceMin,
                       RowOf<Reduction::kMinimum>(kReducedTypes.Without(kFloat32)));
}

}  // namespace litevk
