#include <Eigen/Core>
#include <cmath>

#include "kernels_ref/families/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

// To the nearest integer, halves to the even one.
static Status Round(const KernelArgs& args) {
  return ApplyUnary<float, Eigen::half>(args, [](float value) { return std::nearbyint(value); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(round, &Round)
