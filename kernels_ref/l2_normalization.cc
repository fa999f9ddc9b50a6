#include <algorithm>
#include <cmath>

#include "kernels_ref/common/rows.h"
#include "kernels_ref/support/affine.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/quantized/fixed_point.h"
#include "runtime/opset/quantized/fixed_point_math.h"
#include "runtime/opset/quantized/wrapping.h"

namespace litevk::ref {
namespace {

void Normalize(const float* input, int depth, float* output) {
  constexpr float kSmallestNorm = 1e-6F;
  float sum = 0.0F;
  for (int index = 0; index < depth; ++index) sum += input[index] * input[index];
  const float norm = std::max(std::sqrt(sum), kSmallestNorm);
  for (int index = 0; index < depth; ++index) output[index] = input[index] / norm;
}

Status L2Normalization(const KernelArgs& args) { return ForEachRow<float>(args, Normalize); }

// The output has a scale of 2^-7. For int8 TFLite includes 2^7 in the multiplier; for uint8 it multiplies
// before. The two round in different places.
template <typename T>
Status QuantizedL2Normalization(const KernelArgs& args) {
  constexpr int kOutputFraction = 7;
  constexpr bool kIsSigned = std::is_signed_v<T>;
  const int zero_point = AffineChannels::OnlyOf(*args.inputs[0].tensor).zero_point;
  const int output_zero_point = AffineChannels::OnlyOf(*args.outputs[0].tensor).zero_point;
  return ForEachRow<T>(args, [&](const T* input, int depth, T* output) {
    int32_t sum = 0;
    for (int index = 0; index < depth; ++index) {
      const int32_t value = input[index] - zero_point;
      sum = WrappingAdd(sum, value * value);
    }
    const ScaledMantissa root = InverseRootOf(sum);
    const int exponent = (kIsSigned ? kOutputFraction : 0) - root.exponent;
    const FixedPoint inverse = {
        .multiplier = root.mantissa, .left = std::max(exponent, 0), .right = std::max(-exponent, 0)};
    for (int index = 0; index < depth; ++index) {
      const int32_t value = input[index] - zero_point;
      const int32_t integer = Rescale(kIsSigned ? value : value << kOutputFraction, inverse);
      output[index] = Saturate<T>(int64_t{integer} + output_zero_point);
    }
  });
}

}  // namespace
}  // namespace litevk::ref

// Normalizes over the innermost dim.
LITEVK_KERNEL_ROW(l2_normalization, {{"plain", &L2Normalization},
                                     {"int8", &QuantizedL2Normalization<int8_t>},
                                     {"uint8", &QuantizedL2Normalization<uint8_t>}})
