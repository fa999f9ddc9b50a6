#include <Eigen/Core>

#include "kernels_ref/elementwise/unary.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/quantized/wrapping.h"

namespace litevk::ref {

static Status Neg(const KernelArgs& args) {
  return ApplyUnary<float, Eigen::half, int8_t, int16_t, int32_t, int64_t>(
      args, [](auto value) { return WrappingNegate(value); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(neg, {{"plain", &Neg}, {"quantized", &Neg}})
