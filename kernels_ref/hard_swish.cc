#include <algorithm>

#include "kernels_ref/families/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status HardSwish(const KernelArgs& args) {
  return ApplyUnary<float>(
      args, [](float value) { return value * std::min(6.0F, std::max(0.0F, value + 3.0F)) / 6.0F; });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(hard_swish, &HardSwish)
