#include "kernels_ref/binary.h"
#include "kernels_ref/kernel_row.h"

namespace litevk::ref {

static Status Div(const KernelArgs& args) {
  return ApplyArithmetic(args, [](float left, float right) { return left / right; });
}

const KernelRow kKernelRow_div = {abi::kTfLiteBuiltinDiv, &Div};

}  // namespace litevk::ref
