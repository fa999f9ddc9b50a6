#include "kernels_ref/elementwise/quantized_relu.h"
#include "kernels_ref/elementwise/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status ReluN1To1(const KernelArgs& args) {
  return ApplyUnary<float>(args, [](float value) {
    return value > 1.0F ? 1.0F : value < -1.0F ? -1.0F : value;
  });
}

static Status QuantizedReluN1To1(const KernelArgs& args) { return ClampQuantized(args, -1.0F, 1.0F); }

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(relu_n1_to_1, {{"plain", &ReluN1To1}, {"8 bits", &QuantizedReluN1To1}})
