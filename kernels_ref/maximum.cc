#include <Eigen/Core>

#include "kernels_ref/elementwise/binary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Maximum(const KernelArgs& args) {
  return ApplyBinary<float, Eigen::half, int8_t, uint8_t, int16_t, int32_t, int64_t>(
      args, [](auto left, auto right) { return left > right ? left : right; });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(maximum, &Maximum)
