#include "runtime/opset/ops/convolution_2d_transpose_bias.h"

#include "delegate/ops/conv/transpose_conv.h"
#include "runtime/opset/custom_codes.h"

namespace litevk {

OpSpec MakeSpec_convolution_2d_transpose_bias() {
  return {
      .op_code = kCustomConvolution2DTransposeBias,
      .constraints = TransposeConvConstraints<kTransposeConvBiasInputs>(),
      .kernels = {FloatTransposeConv<kTransposeConvBiasInputs>(
          kPlainSignature,
          [](Lowering& lowering) { LowerTransposeConv(lowering, kTransposeConvBiasInputs, {}); })},
  };
}

}  // namespace litevk
