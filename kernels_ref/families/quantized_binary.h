// Elementwise operators of two quantized inputs that compute in integers.
#pragma once

#include <algorithm>

#include "kernels_ref/families/binary.h"
#include "kernels_ref/support/affine.h"
#include "runtime/opset/fixed_point.h"
#include "runtime/opset/wrapping.h"

namespace litevk::ref {

// The parameters of both inputs and the output, and the numbers that an activation leaves to it.
struct BinaryScales {
  static Result<BinaryScales> Of(const KernelArgs& args, int activation = abi::kTfLiteActNone) {
    LITEVK_ASSIGN_OR_RETURN(const QuantizedRange range,
                            QuantizedRangeOf(activation, *args.outputs[0].tensor));
    return BinaryScales{AffineChannels::OnlyOf(*args.inputs[0].tensor),
                        AffineChannels::OnlyOf(*args.inputs[1].tensor),
                        AffineChannels::OnlyOf(*args.outputs[0].tensor), range};
  }

  // Returns the output's number `steps` above its zero point, in the range. The sum wraps around in 32 bits,
  // as on x86-64.
  int32_t NumberAt(int32_t steps) const {
    const int32_t number = WrappingAdd<int32_t>(steps, to.zero_point);
    return std::min(std::max(number, range.min), range.max);
  }

  AffineChannels::Channel left;
  AffineChannels::Channel right;
  AffineChannels::Channel to;
  QuantizedRange range;
};

// Computes int8, uint8 and int16: fn takes how far both numbers are above their zero points, and returns how
// far the result is above the output's.
template <typename Fn>
Status ApplyAboveZeros(const KernelArgs& args, const BinaryScales& scales, Fn fn) {
  return ApplyBinary<int8_t, uint8_t, int16_t>(args, [&]<typename T>(T left, T right) {
    const int32_t steps = fn(left - scales.left.zero_point, right - scales.right.zero_point);
    return static_cast<T>(scales.NumberAt(steps));
  });
}

}  // namespace litevk::ref
