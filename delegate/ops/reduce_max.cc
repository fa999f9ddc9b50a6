#include "delegate/ops/families/reduce.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_reduce_max() {
  return MakeReduction(abi::kTfLiteBuiltinReduceMax,
                       RowOf<Reduction::kMaximum>(kReducedTypes.Without(kFloat32)));
}

}  // namespace litevk
