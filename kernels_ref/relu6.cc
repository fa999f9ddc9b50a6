#include "kernels_ref/elementwise/quantized_relu.h"
#include "kernels_ref/elementwise/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Relu6(const KernelArgs& args) {
  return ApplyUnary<float>(args, [](float value) {
    return value > 6.0F ? 6.0F : value < 0.0F ? 0.0F : value;
  });
}

static Status QuantizedRelu6(const KernelArgs& args) { return ClampQuantized(args, 0.0F, 6.0F); }

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(relu6, {{"plain", &Relu6}, {"8 bits", &QuantizedRelu6}, {"int16", &QuantizedRelu6}})
