#include <cmath>

#include "kernels_ref/families/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Rsqrt(const KernelArgs& args) {
  return ApplyUnary<float>(args, [](float value) { return 1.0F / std::sqrt(value); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(rsqrt, &Rsqrt)
