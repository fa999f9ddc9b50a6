#include "kernels_ref/families/arg_min_max.h"

namespace litevk::ref {

static Status ArgMax(const KernelArgs& args) {
  return ArgMinMax(args, [](auto left, auto right) { return left > right; });
}

const KernelRow kKernelRow_arg_max = {kOpInfo_arg_max, &ArgMax};

}  // namespace litevk::ref
