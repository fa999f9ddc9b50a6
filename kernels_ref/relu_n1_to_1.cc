#include "kernels_ref/kernel_row.h"
#include "kernels_ref/unary.h"

namespace litevk::ref {

static Status ReluN1To1(const KernelArgs& args) {
  return ApplyUnary(args, [](float value) { return value > 1.0F ? 1.0F : value < -1.0F ? -1.0F : value; });
}

const KernelRow kKernelRow_relu_n1_to_1 = {abi::kTfLiteBuiltinReluN1To1, &ReluN1To1};

}  // namespace litevk::ref
