#include <cmath>
#include <limits>

#include "kernels_ref/elementwise/binary.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/quantized/wrapping.h"

namespace litevk::ref {

static float Power(float base, float exponent) { return std::pow(base, exponent); }

// Returns the power for an exponent that is not negative. Overflow of int32 wraps around, as in TFLite if one
// exponent is broadcast.
static int32_t WrappedPower(int32_t base, int32_t exponent) {
  int32_t power = 1;
  for (int32_t factor = base; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) power = WrappingMultiply(power, factor);
    factor = WrappingMultiply(factor, factor);
  }
  return power;
}

// Returns the power by way of double, as TFLite does otherwise. Overflow gives the lowest int32, as x86
// converts it.
static int32_t Power(int32_t base, int32_t exponent) {
  using Limits = std::numeric_limits<int32_t>;
  const double power = std::pow(static_cast<double>(base), static_cast<double>(exponent));
  return power < Limits::min() || power > Limits::max() ? Limits::min() : static_cast<int32_t>(power);
}

static Status CheckExponents(const ConstView& exponents) {
  const int64_t count = exponents.dims().NumElements();
  for (int64_t index = 0; index < count; ++index) {
    const int32_t exponent = exponents.data<int32_t>()[index];
    if (exponent >= 0) continue;
    return InvalidArgument("element " + std::to_string(index) + " of the exponent is " +
                           std::to_string(exponent) + ", expected 0 or more for int32");
  }
  return {};
}

static Status Pow(const KernelArgs& args) {
  if (args.outputs[0].type() == ir::DataType::kInt32) {
    LITEVK_RETURN_IF_ERROR(CheckExponents(args.inputs[1]));
    const bool is_broadcast = args.inputs[0].dims() != args.inputs[1].dims();
    if (is_broadcast && args.inputs[1].dims().NumElements() == 1) {
      return ApplyBinary<int32_t>(args, WrappedPower);
    }
  }
  return ApplyBinary<float, int32_t>(args, [](auto base, auto exponent) { return Power(base, exponent); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(pow, &Pow)
