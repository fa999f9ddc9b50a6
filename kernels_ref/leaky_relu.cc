#include "kernels_ref/families/unary.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::ref {

static Status LeakyRelu(const KernelArgs& args) {
  const float alpha = args.params.As<abi::TfLiteLeakyReluParams>().alpha;
  return ApplyUnary<float>(args, [alpha](float value) { return value > 0.0F ? value : value * alpha; });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(leaky_relu, &LeakyRelu)
