#include "kernels_ref/binary.h"
#include "kernels_ref/kernel_row.h"

namespace litevk::ref {

static Status Mul(const KernelArgs& args) {
  return ApplyArithmetic(args, [](float left, float right) { return left * right; });
}

const KernelRow kKernelRow_mul = {abi::kTfLiteBuiltinMul, &Mul};

}  // namespace litevk::ref
