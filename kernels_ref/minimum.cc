#include "kernels_ref/binary.h"
#include "kernels_ref/kernel_row.h"

namespace litevk::ref {

static Status Minimum(const KernelArgs& args) {
  return ApplyBinary(args, [](float left, float right) { return left < right ? left : right; });
}

const KernelRow kKernelRow_minimum = {abi::kTfLiteBuiltinMinimum, &Minimum};

}  // namespace litevk::ref
