#include "runtime/opset/ops/transpose_conv.h"

#include "delegate/ops/conv/dynamic_int8_conv_2d.h"
#include "delegate/ops/conv/dynamic_int8_transpose_conv.h"
#include "delegate/ops/conv/quantized_conv_2d.h"
#include "delegate/ops/conv/transpose_conv.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

using Params = abi::TfLiteTransposeConvParams;

void LowerFloat(Lowering& lowering) {
  const int activation = lowering.view().params<Params>().activation;
  LowerTransposeConv(lowering, kTransposeConvInputs, ActivationSteps(activation));
}

QuantizedLayout LayoutOf(const NodeView& view) {
  const ir::Shape& filter = view.input(kTransposeConvInputs.filter).dims;
  return FilterLayout{.outputs = filter[0], .taps = filter[1] * filter[2], .inputs = filter[3]};
}

void LowerQuantized(Lowering& lowering) {
  const NodeView& view = lowering.view();
  EmitQuantizedConv2d(lowering, {.at = kTransposeConvInputs,
                                 .input = view.input(kTransposeConvInputs.image).dims,
                                 .window = TransposeConvWindow(view, kTransposeConvInputs),
                                 .layout = LayoutOf(view),
                                 .activation = view.params<Params>().activation,
                                 .wide_sums = HasWideSums<Params>(view),
                                 .transposed = true});
}

void LowerDynamicInt8(Lowering& lowering) {
  const NodeView& view = lowering.view();
  EmitDynamicInt8TransposeConv(lowering, kTransposeConvInputs,
                               {.input = view.input(kTransposeConvInputs.image).dims,
                                .output = lowering.output_dims(),
                                .window = TransposeConvWindow(view, kTransposeConvInputs),
                                .layout = LayoutOf(view),
                                .steps = ActivationSteps(view.params<Params>().activation),
                                .is_asymmetric = true});
}

std::vector<Constraint> Constraints() {
  std::vector<Constraint> constraints = TransposeConvConstraints<kTransposeConvInputs>();
  constraints.insert(constraints.begin() + 1,
                     {"the output shape is stored in the model or computed from shapes", InputIsPlanned<0>});
  return constraints;
}

}  // namespace

OpSpec MakeSpec_transpose_conv() {
  OpSpec spec = {.op_code = abi::kTfLiteBuiltinTransposeConv,
                 .constraints = Constraints(),
                 .kernels = {FloatTransposeConv<kTransposeConvInputs>("float32", LowerFloat)}};
  for (const std::string_view signature : {"int8", "uint8", "int16xint8"}) {
    spec.kernels.push_back(
        QuantizedConvKernel<Params, kTransposeConvInputs, LayoutOf>(signature, LowerQuantized));
  }
  spec.kernels.push_back(
      DynamicInt8ConvKernel<kTransposeConvInputs, LayoutOf>("float32xint8", LowerDynamicInt8));
  return spec;
}

}  // namespace litevk
