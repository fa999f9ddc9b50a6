#include "kernels_ref/families/reduce.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/wrapping.h"

namespace litevk::ref {

static Status ReduceProd(const KernelArgs& args) {
  return Reduce<float, int8_t, uint8_t, int16_t, int32_t, int64_t, bool>(
      args, [](auto zero) { return static_cast<decltype(zero)>(1); },
      [](auto total, auto element) { return WrappingMultiply(total, element); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(reduce_prod, &ReduceProd)
