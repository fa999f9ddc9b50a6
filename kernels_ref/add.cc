#include <Eigen/Core>

#include "kernels_ref/common/quantized_sum.h"
#include "kernels_ref/elementwise/binary.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/quantized/wrapping.h"

namespace litevk::ref {

static Status Add(const KernelArgs& args) {
  return ApplyArithmetic<float, Eigen::half, int16_t, int32_t, int64_t>(
      args, [](auto left, auto right) { return WrappingAdd(left, right); });
}

static Status QuantizedAdd(const KernelArgs& args) { return CombineQuantized(args, WrappingAdd<int32_t>); }

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(
    add, {{"plain", &Add}, {"int8", &QuantizedAdd}, {"uint8", &QuantizedAdd}, {"int16", &QuantizedAdd}},
    /*checks_values=*/false, &CheckSum)
