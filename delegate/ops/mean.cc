#include "delegate/ops/common/quantized_reduce.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_mean() {
  OpSpec spec = MakeReduction(abi::kTfLiteBuiltinMean, RowOf<Reduction::kMean>(kIndex));
  for (const std::string_view signature : {"int8", "uint8", "int16"}) {
    spec.kernels.push_back(QuantizedReduction<Reduction::kMean>(signature));
  }
  return spec;
}

}  // namespace litevk
