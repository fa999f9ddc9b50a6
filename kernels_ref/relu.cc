#include "kernels_ref/elementwise/quantized_relu.h"
#include "kernels_ref/elementwise/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Relu(const KernelArgs& args) {
  return ApplyUnary<float>(args, [](float value) { return value < 0.0F ? 0.0F : value; });
}

static Status QuantizedRelu(const KernelArgs& args) { return ClampQuantized(args, 0.0F); }

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(relu, {{"plain", &Relu}, {"8 bits", &QuantizedRelu}, {"int16", &QuantizedRelu}})
