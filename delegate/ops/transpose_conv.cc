#include "runtime/opset/ops/transpose_conv.h"

#include "delegate/ops/families/transpose_conv.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

static void Lower(Lowering& lowering) {
  const int activation = lowering.view().params<abi::TfLiteTransposeConvParams>().activation;
  LowerTransposeConv(lowering, kTransposeConvInputs, ActivationSteps(activation));
}

OpSpec MakeSpec_transpose_conv() {
  OpSpec spec = {
      .op_code = abi::kTfLiteBuiltinTransposeConv,
      .kernels = {{.signature = "float32",
                   .constraints = TransposeConvConstraints<kTransposeConvInputs>(),
                   .takes_epilogue = kFloat32,
                   .reads_rows = ReadsImageRows<kTransposeConvInputs.image, kTransposeConvInputs.filter,
                                                kTransposeConvInputs.bias>,
                   .writes_together = ChannelsOfPixels,
                   .lower = Lower}},
  };
  std::vector<Constraint>& constraints = spec.kernels.front().constraints;
  constraints.insert(constraints.begin() + 1,
                     {"the output shape is stored in the model or computed from shapes", InputIsPlanned<0>});
  return spec;
}

}  // namespace litevk
