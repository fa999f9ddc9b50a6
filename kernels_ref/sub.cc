#include "kernels_ref/common/quantized_sum.h"
#include "kernels_ref/elementwise/binary.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/quantized/wrapping.h"

namespace litevk::ref {

static Status Sub(const KernelArgs& args) {
  return ApplyArithmetic<float, int32_t, int64_t>(
      args, [](auto left, auto right) { return WrappingSubtract(left, right); });
}

static Status QuantizedSub(const KernelArgs& args) {
  return CombineQuantized(args, WrappingSubtract<int32_t>);
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(sub, {{"plain", &Sub}, {"8 bits", &QuantizedSub}, {"int16", &QuantizedSub}},
                  /*checks_values=*/false, &CheckSum)
