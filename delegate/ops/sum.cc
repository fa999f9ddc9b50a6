#include "delegate/ops/common/quantized_reduce.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_sum() {
  OpSpec spec = MakeReduction(abi::kTfLiteBuiltinSum, RowOf<Reduction::kSum>(kIndex | kBool));
  for (const std::string_view signature : {"int8", "uint8", "int16"}) {
    spec.kernels.push_back(QuantizedReduction<Reduction::kSum>(signature));
  }
  return spec;
}

}  // namespace litevk
