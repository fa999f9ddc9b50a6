#include <Eigen/Core>

#include <cmath>

#include "kernels_ref/families/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Cos(const KernelArgs& args) {
  return ApplyUnary<float, Eigen::half>(args, [](float value) { return std::cos(value); });
}

const KernelRow kKernelRow_cos = {kOpInfo_cos, &Cos};

}  // namespace litevk::ref
