#include "runtime/opset/ops/convolution_2d_transpose_bias.h"

#include <limits>

#include "kernels_ref/conv/transpose_conv.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

// Does not clamp, like MediaPipe's kernel: infinities remain.
static Status Run(const KernelArgs& args) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  return TransposeConv(args, kTransposeConvBiasInputs, {.min = -kInfinity, .max = kInfinity});
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(convolution_2d_transpose_bias, &Run)
