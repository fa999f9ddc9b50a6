#include "kernels_ref/binary.h"
#include "kernels_ref/kernel_row.h"

namespace litevk::ref {

static Status Prelu(const KernelArgs& args) {
  return ApplyBinary(args, [](float value, float alpha) { return value >= 0.0F ? value : value * alpha; });
}

const KernelRow kKernelRow_prelu = {abi::kTfLiteBuiltinPrelu, &Prelu};

}  // namespace litevk::ref
