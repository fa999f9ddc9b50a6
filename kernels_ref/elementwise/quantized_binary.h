// Elementwise operators of two quantized inputs that compute in integers.
#pragma once

#include <algorithm>

#include "kernels_ref/elementwise/binary.h"
#include "kernels_ref/support/affine.h"
#include "runtime/opset/quantized/binary_multipliers.h"
#include "runtime/opset/quantized/fixed_point.h"
#include "runtime/opset/quantized/wrapping.h"

namespace litevk::ref {

// Quantization of both inputs and the output, and the output's range after the activation.
struct BinaryParameters {
  static Result<BinaryParameters> Of(const KernelArgs& args, int activation = abi::kTfLiteActNone) {
    LITEVK_ASSIGN_OR_RETURN(const QuantizedRange range,
                            QuantizedRangeOf(activation, *args.outputs[0].tensor));
    return BinaryParameters{AffineChannels::OnlyOf(*args.inputs[0].tensor),
                            AffineChannels::OnlyOf(*args.inputs[1].tensor),
                            AffineChannels::OnlyOf(*args.outputs[0].tensor), range};
  }

  BinaryScales scales() const { return {left.scale, right.scale, to.scale}; }

  // Returns the output value `steps` above its zero point, clamped to the range. The sum wraps around in 32
  // bits, as on x86-64.
  int32_t IntegerAt(int32_t steps) const {
    const int32_t integer = WrappingAdd<int32_t>(steps, to.zero_point);
    return std::min(std::max(integer, range.min), range.max);
  }

  AffineChannels::Channel left;
  AffineChannels::Channel right;
  AffineChannels::Channel to;
  QuantizedRange range;
};

// Computes int8, uint8 and int16. fn takes both values minus their zero points, and returns the result minus
// the output's zero point.
template <typename Fn>
Status ApplyAboveZeros(const KernelArgs& args, const BinaryParameters& parameters, Fn fn) {
  return ApplyBinary<int8_t, uint8_t, int16_t>(args, [&]<typename T>(T left, T right) {
    const int32_t steps = fn(left - parameters.left.zero_point, right - parameters.right.zero_point);
    return static_cast<T>(parameters.IntegerAt(steps));
  });
}

}  // namespace litevk::ref
