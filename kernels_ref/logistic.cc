#include <Eigen/Core>
#include <cmath>

#include "kernels_ref/families/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Logistic(const KernelArgs& args) {
  return ApplyUnary<float, Eigen::half>(args, [](float value) { return 1.0F / (1.0F + std::exp(-value)); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(logistic, &Logistic)
