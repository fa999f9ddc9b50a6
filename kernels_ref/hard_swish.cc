#include <algorithm>

#include "kernels_ref/kernel_row.h"
#include "kernels_ref/unary.h"

namespace litevk::ref {

static Status HardSwish(const KernelArgs& args) {
  return ApplyUnary(args,
                    [](float value) { return value * std::min(6.0F, std::max(0.0F, value + 3.0F)) / 6.0F; });
}

const KernelRow kKernelRow_hard_swish = {abi::kTfLiteBuiltinHardSwish, &HardSwish};

}  // namespace litevk::ref
