#include <Eigen/Core>
#include <cmath>

#include "kernels_ref/elementwise/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

// Rounds to the nearest integer, ties to even.
static Status Round(const KernelArgs& args) {
  return ApplyUnary<float, Eigen::half>(args, [](float value) { return std::nearbyint(value); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(round, &Round)
