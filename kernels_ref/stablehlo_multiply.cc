#include <Eigen/Core>

#include "kernels_ref/elementwise/binary.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/quantized/wrapping.h"

namespace litevk::ref {

// Multiplies without a clamp, unlike MUL: an infinity stays one.
static Status StablehloMultiply(const KernelArgs& args) {
  return ApplyBinary<float, Eigen::half, double, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t,
                     uint32_t, uint64_t>(args,
                                         [](auto left, auto right) { return WrappingMultiply(left, right); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(stablehlo_multiply, &StablehloMultiply)
