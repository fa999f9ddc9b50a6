#include "runtime/opset/ops/convolution_2d_transpose_bias.h"

#include "delegate/ops/families/transpose_conv.h"
#include "runtime/opset/custom_codes.h"

namespace litevk {

OpSpec MakeSpec_convolution_2d_transpose_bias() {
  return {
      .op_code = kCustomConvolution2DTransposeBias,
      .kernels =
          {{.constraints = TransposeConvConstraints<kTransposeConvBiasInputs>(),
            .takes_epilogue = kFloat32,
            .reads_rows = ReadsImageRows<kTransposeConvBiasInputs.image, kTransposeConvBiasInputs.filter,
                                         kTransposeConvBiasInputs.bias>,
            .writes_together = ChannelsOfPixels,
            .lower = [](Lowering& lowering) { LowerTransposeConv(lowering, kTransposeConvBiasInputs, {}); }}},
  };
}

}  // namespace litevk
