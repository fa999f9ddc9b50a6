#include "kernels_ref/families/binary.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/wrapping.h"

namespace litevk::ref {

static Status Sub(const KernelArgs& args) {
  return ApplyArithmetic<float, int32_t, int64_t>(
      args, [](auto left, auto right) { return WrappingSubtract(left, right); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(sub, &Sub)
