#include "runtime/opset/ops/convolution_2d_transpose_bias.h"

#include "kernels_ref/families/transpose_conv.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Run(const KernelArgs& args) { return TransposeConv(args, kTransposeConvBiasInputs); }

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(convolution_2d_transpose_bias, &Run)
