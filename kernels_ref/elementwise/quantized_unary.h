// Elementwise operators of one quantized input that compute in integers.
#pragma once

#include "kernels_ref/elementwise/unary.h"
#include "kernels_ref/support/affine.h"
#include "runtime/opset/quantized/wrapping.h"

namespace litevk::ref {

// Quantization of the only input and output.
struct UnaryScales {
  explicit UnaryScales(const KernelArgs& args)
      : from(AffineChannels::OnlyOf(*args.inputs[0].tensor)),
        to(AffineChannels::OnlyOf(*args.outputs[0].tensor)) {}

  // Returns the input's scale in units of the output's.
  float ratio() const { return from.scale / to.scale; }

  AffineChannels::Channel from;
  AffineChannels::Channel to;
};

// Computes int8, uint8 and int16. fn takes a value minus the input's zero point, and returns the result minus
// the output's. Adding the zero point wraps around in 32 bits before saturation, as on x86-64.
template <typename Fn>
Status ApplyAboveZero(const KernelArgs& args, const UnaryScales& scales, Fn fn) {
  return ApplyUnary<int8_t, uint8_t, int16_t>(args, [&]<typename T>(T integer) {
    const int32_t result = fn(int32_t{integer} - scales.from.zero_point);
    return Saturate<T>(WrappingAdd<int32_t>(result, scales.to.zero_point));
  });
}

}  // namespace litevk::ref
