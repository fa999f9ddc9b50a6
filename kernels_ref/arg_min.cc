#include "kernels_ref/common/arg_min_max.h"

namespace litevk::ref {

static Status ArgMin(const KernelArgs& args) {
  return ArgMinMax(args, [](auto left, auto right) { return left < right; });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(arg_min, &ArgMin)
