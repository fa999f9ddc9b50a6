#include <cmath>

#include "kernels_ref/families/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Elu(const KernelArgs& args) {
  return ApplyUnary<float>(args, [](float value) { return value < 0.0F ? std::expm1(value) : value; });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(elu, &Elu)
