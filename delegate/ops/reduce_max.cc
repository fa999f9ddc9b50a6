#include "delegate/ops/common/quantized_reduce.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_reduce_max() {
  OpSpec spec = MakeReduction(abi::kTfLiteBuiltinReduceMax, RowOf<Reduction::kMaximum>(kIndex | kBool));
  spec.kernels.push_back(NarrowReduction<Reduction::kMaximum>());
  return spec;
}

}  // namespace litevk
