#include <Eigen/Core>

#include "kernels_ref/elementwise/binary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

// Returns the left operand if either is a NaN, unlike MAXIMUM.
static Status StablehloMaximum(const KernelArgs& args) {
  return ApplyBinary<float, Eigen::half, double, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t,
                     uint32_t, uint64_t>(args,
                                         [](auto left, auto right) { return left < right ? right : left; });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(stablehlo_maximum, &StablehloMaximum)
