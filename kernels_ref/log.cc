#include <cmath>

#include "kernels_ref/families/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Log(const KernelArgs& args) {
  return ApplyUnary<float>(args, [](float value) { return std::log(value); });
}

const KernelRow kKernelRow_log = {kOpInfo_log, &Log};

}  // namespace litevk::ref
