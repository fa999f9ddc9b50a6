#include "delegate/ops/common/quantized_reduce.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_reduce_min() {
  OpSpec spec = MakeReduction(abi::kTfLiteBuiltinReduceMin, RowOf<Reduction::kMinimum>(kIndex | kBool));
  spec.kernels.push_back(NarrowReduction<Reduction::kMinimum>());
  return spec;
}

}  // namespace litevk
