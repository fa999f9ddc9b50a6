#include <Eigen/Core>
#include <cmath>

#include "kernels_ref/elementwise/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Floor(const KernelArgs& args) {
  return ApplyUnary<float, Eigen::half>(args, [](float value) { return std::floor(value); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(floor, &Floor)
