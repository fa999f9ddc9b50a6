#include "kernels_ref/families/arg_min_max.h"

namespace litevk::ref {

static Status ArgMin(const KernelArgs& args) {
  return ArgMinMax(args, [](auto left, auto right) { return left < right; });
}

const KernelRow kKernelRow_arg_min = {kOpInfo_arg_min, &ArgMin};

}  // namespace litevk::ref
