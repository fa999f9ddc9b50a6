#include "delegate/ops/common/softmax.h"
#include "delegate/ops/common/quantization_constants.h"
#include "delegate/ops/common/quantized_rows.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

float BetaOf(const Lowering& lowering) { return lowering.view().params<abi::TfLiteSoftmaxParams>().beta; }

void LowerFloat(Lowering& lowering) { LowerSoftmax(lowering, BetaOf(lowering), false); }

void Lower8Bits(Lowering& lowering) {
  const double step = double{BetaOf(lowering)} * double{ScaleOf(lowering.view().input(0))};
  LowerQuantizedSoftmax(lowering, step, RowFunction::kSoftmax);
}

void LowerInt16(Lowering& lowering) {
  LowerSoftmax16(lowering, ScaleOf(lowering.view().input(0)) * BetaOf(lowering));
}

}  // namespace

OpSpec MakeSpec_softmax() {
  OpSpec spec = MakeSoftmax(abi::kTfLiteBuiltinSoftmax, LowerFloat);
  for (const std::string_view signature : {"int8", "uint8", "int8 to int16"}) {
    spec.kernels.push_back(QuantizedRowsKernel(signature, Lower8Bits));
  }
  spec.kernels.push_back(QuantizedRowsKernel("int16", LowerInt16));
  return spec;
}

}  // namespace litevk
