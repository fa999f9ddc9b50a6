#include "delegate/ops/families/reduce.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_reduce_prod() {
  return MakeReduction(abi::kTfLiteBuiltinReduceProd,
                       RowOf<Reduction::kProduct>(kReducedTypes.Without(kFloat32)));
}

}  // namespace litevk
