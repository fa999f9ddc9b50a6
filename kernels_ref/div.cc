#include <algorithm>
#include <bit>
#include <limits>

#include "kernels_ref/common/output_range.h"
#include "kernels_ref/elementwise/binary.h"
#include "kernels_ref/elementwise/quantized_binary.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/quantized/fixed_point_math.h"

namespace litevk::ref {

static float Quotient(float left, float right) { return left / right; }

// Returns the quotient. The lowest int32 divided by -1 gives the highest one, as in TFLite, since the exact
// quotient does not fit.
static int32_t Quotient(int32_t left, int32_t right) {
  constexpr int64_t kHighest = std::numeric_limits<int32_t>::max();
  return static_cast<int32_t>(std::min(int64_t{left} / right, kHighest));
}

static Status Div(const KernelArgs& args) {
  if (args.outputs[0].type() == ir::DataType::kInt32) {
    LITEVK_RETURN_IF_ERROR(CheckDivisor<int32_t>(args.inputs[1]));
  }
  return ApplyArithmetic<float, int32_t>(args, [](auto left, auto right) { return Quotient(left, right); });
}

// Returns the number of bits by which a value can be shifted left without overflow of 32 bits.
static int Headroom(int32_t value) {
  return std::countl_zero(static_cast<uint32_t>(value < 0 ? ~value : value)) - 1;
}

// Multiplies by the divisor's reciprocal, with several roundings. A small quotient of a large scale is
// shifted by more than 31 bits and gives a large value, as TFLite does on x86-64.
static int32_t QuantizedQuotient(int32_t left, int32_t right, const FixedPoint& multiplier) {
  if (right < 0) {
    left = -left;
    right = -right;
  }
  const ScaledMantissa reciprocal = ReciprocalOf(right);
  const int headroom = Headroom(left);
  const int32_t shifted = static_cast<int32_t>(static_cast<uint32_t>(left) << headroom);
  const int32_t quotient = HighProduct(HighProduct(shifted, reciprocal.mantissa), multiplier.multiplier);
  return RoundingShift(quotient, reciprocal.exponent + headroom + multiplier.right - multiplier.left);
}

static Status QuantizedDiv(const KernelArgs& args) {
  const int activation = args.params.As<abi::TfLiteArithmeticParams>().activation;
  LITEVK_ASSIGN_OR_RETURN(const BinaryParameters parameters, BinaryParameters::Of(args, activation));
  const Status checked = ForType<int8_t, uint8_t, int16_t>(args.outputs[0].type(), [&]<typename T>(T) {
    return CheckDivisor<T>(args.inputs[1], static_cast<T>(parameters.right.zero_point));
  });
  LITEVK_RETURN_IF_ERROR(checked);
  const FixedPoint multiplier = QuotientMultipliers(parameters.scales()).output;
  return ApplyAboveZeros(args, parameters, [&](int32_t left, int32_t right) {
    return QuantizedQuotient(left, right, multiplier);
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(div, {{"plain", &Div}, {"8 bits", &QuantizedDiv}, {"int16", &QuantizedDiv}},
                  /*checks_values=*/false, &CheckOutputRange<abi::TfLiteArithmeticParams>)
