#include "kernels_ref/families/reduce.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/wrapping.h"

namespace litevk::ref {

static Status Sum(const KernelArgs& args) {
  return Reduce<float, int32_t, int64_t, bool>(
      args, [](auto zero) { return zero; },
      [](auto total, auto element) { return WrappingAdd(total, element); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(sum, &Sum)
