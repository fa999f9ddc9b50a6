#include <cmath>

#include "kernels_ref/kernel_row.h"
#include "kernels_ref/unary.h"

namespace litevk::ref {

static Status Tanh(const KernelArgs& args) {
  return ApplyUnary(args, [](float value) { return std::tanh(value); });
}

const KernelRow kKernelRow_tanh = {abi::kTfLiteBuiltinTanh, &Tanh};

}  // namespace litevk::ref
