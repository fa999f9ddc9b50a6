#include "kernels_ref/kernel_row.h"
#include "kernels_ref/unary.h"

namespace litevk::ref {

static Status Relu6(const KernelArgs& args) {
  return ApplyUnary(args, [](float value) { return value > 6.0F ? 6.0F : value < 0.0F ? 0.0F : value; });
}

const KernelRow kKernelRow_relu6 = {abi::kTfLiteBuiltinRelu6, &Relu6};

}  // namespace litevk::ref
