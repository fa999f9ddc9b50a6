#include "kernels_ref/kernel_row.h"
#include "kernels_ref/unary.h"

namespace litevk::ref {

static Status Relu(const KernelArgs& args) {
  return ApplyUnary(args, [](float value) { return value < 0.0F ? 0.0F : value; });
}

const KernelRow kKernelRow_relu = {abi::kTfLiteBuiltinRelu, &Relu};

}  // namespace litevk::ref
