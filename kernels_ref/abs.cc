#include "kernels_ref/families/unary.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/wrapping.h"

namespace litevk::ref {

static Status Abs(const KernelArgs& args) {
  return ApplyUnary<float, int16_t, int32_t>(
      args, [](auto value) { return value < 0 ? WrappingNegate(value) : value; });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(abs, &Abs)
