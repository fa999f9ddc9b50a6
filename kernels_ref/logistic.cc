#include <cmath>

#include "kernels_ref/kernel_row.h"
#include "kernels_ref/unary.h"

namespace litevk::ref {

static Status Logistic(const KernelArgs& args) {
  return ApplyUnary(args, [](float value) { return 1.0F / (1.0F + std::exp(-value)); });
}

const KernelRow kKernelRow_logistic = {abi::kTfLiteBuiltinLogistic, &Logistic};

}  // namespace litevk::ref
