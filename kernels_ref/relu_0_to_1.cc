#include "kernels_ref/elementwise/quantized_relu.h"
#include "kernels_ref/elementwise/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Relu0To1(const KernelArgs& args) {
  return ApplyUnary<float>(args, [](float value) {
    return value > 1.0F ? 1.0F : value < 0.0F ? 0.0F : value;
  });
}

static Status QuantizedRelu0To1(const KernelArgs& args) { return ClampQuantized(args, 0.0F, 1.0F); }

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(relu_0_to_1, {{"plain", &Relu0To1}, {"8 bits", &QuantizedRelu0To1}})
