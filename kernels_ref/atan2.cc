#include <Eigen/Core>
#include <cmath>
#include <type_traits>

#include "kernels_ref/elementwise/binary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Atan2(const KernelArgs& args) {
  return ApplyBinary<float, Eigen::half, double>(args, []<typename T>(T y, T x) {
    using Angle = std::conditional_t<std::is_same_v<T, Eigen::half>, float, T>;
    return static_cast<T>(std::atan2(static_cast<Angle>(y), static_cast<Angle>(x)));
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(atan2, &Atan2)
