#include <Eigen/Core>

#include <cmath>

#include "kernels_ref/families/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Sin(const KernelArgs& args) {
  return ApplyUnary<float, Eigen::half>(args, [](float value) { return std::sin(value); });
}

const KernelRow kKernelRow_sin = {kOpInfo_sin, &Sin};

}  // namespace litevk::ref
