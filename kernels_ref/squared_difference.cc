#include "kernels_ref/common/quantized_sum.h"
#include "kernels_ref/elementwise/binary.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/quantized/wrapping.h"

namespace litevk::ref {

static Status SquaredDifference(const KernelArgs& args) {
  return ApplyBinary<float, int32_t>(args, [](auto left, auto right) {
    const auto difference = WrappingSubtract(left, right);
    return WrappingMultiply(difference, difference);
  });
}

static Status Int8SquaredDifference(const KernelArgs& args) {
  LITEVK_ASSIGN_OR_RETURN(const BinaryParameters parameters, BinaryParameters::Of(args));
  return CombineAligned(args, parameters, SquareMultipliers(parameters.scales()),
                        [](int32_t left, int32_t right) { return (left - right) * (left - right); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(squared_difference, {{"plain", &SquaredDifference}, {"int8", &Int8SquaredDifference}})
