#include "kernels_ref/elementwise/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

// Returns the sign; a NaN is returned unchanged.
template <typename T>
static T SignOf(T value) {
  if (value > 0) return T{1};
  return value < 0 ? T{-1} : value;
}

static Status Sign(const KernelArgs& args) {
  return ApplyUnary<float, double, int32_t>(args, [](auto value) { return SignOf(value); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(sign, &Sign)
