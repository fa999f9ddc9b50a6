#include "delegate/ops/common/quantization_constants.h"
#include "delegate/ops/common/quantized_rows.h"
#include "delegate/ops/common/softmax.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

void LowerFloat(Lowering& lowering) { LowerSoftmax(lowering, 1.0F, true); }

void LowerQuantized(Lowering& lowering) {
  LowerQuantizedSoftmax(lowering, double{ScaleOf(lowering.view().input(0))}, RowFunction::kLogSoftmax);
}

}  // namespace

OpSpec MakeSpec_log_softmax() {
  OpSpec spec = MakeSoftmax(abi::kTfLiteBuiltinLogSoftmax, LowerFloat);
  spec.kernels.front().element = {};
  for (const std::string_view signature : {"int8", "uint8"}) {
    spec.kernels.push_back(QuantizedRowsKernel(signature, LowerQuantized));
  }
  return spec;
}

}  // namespace litevk
