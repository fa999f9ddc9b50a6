#include "kernels_ref/families/binary.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/wrapping.h"

namespace litevk::ref {

static Status SquaredDifference(const KernelArgs& args) {
  return ApplyBinary<float, int32_t>(args, [](auto left, auto right) {
    const auto difference = WrappingSubtract(left, right);
    return WrappingMultiply(difference, difference);
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(squared_difference, &SquaredDifference)
