#include "kernels_ref/recurrent/gate_norm.h"

#include "kernels_ref/support/affine.h"
#include "runtime/opset/quantized/fixed_point_math.h"

namespace litevk::ref {
namespace {

// Moments of a gate's sums as TFLite measures them, in steps of 1/1024.
struct Moments {
  int32_t mean;
  int32_t variance;  // in whole steps
};

Moments MomentsOf(std::span<const int16_t> sums) {
  constexpr int64_t kSteps = 1024;
  const auto count = static_cast<int64_t>(sums.size());
  int64_t sum = 0;
  int64_t sum_of_squares = 0;
  for (const int16_t value : sums) {
    sum += value;
    sum_of_squares += int64_t{value} * value;
  }
  const auto mean = static_cast<int32_t>(sum * kSteps / count);
  const int64_t variance = sum_of_squares * (kSteps * kSteps / count) - int64_t{mean} * mean;
  return {mean, static_cast<int32_t>(variance / (kSteps * kSteps))};
}

}  // namespace

void NormalizeGate(const GateNorm& norm, std::span<int16_t> sums) {
  constexpr int kSteps = 1024;
  const auto [mean, variance] = MomentsOf(sums);
  const ScaledMantissa root = InverseRootOf(variance < 1 ? norm.least_variance : variance);
  const FixedPoint inverse = {.multiplier = root.mantissa, .right = root.exponent};
  for (size_t cell = 0; cell < sums.size(); ++cell) {
    const auto normalized = static_cast<uint32_t>(Rescale(kSteps * sums[cell] - mean, inverse));
    const auto weighed = static_cast<int32_t>(normalized * static_cast<uint32_t>(norm.weights[cell]) +
                                              static_cast<uint32_t>(norm.bias[cell]));
    const int64_t rounded = (int64_t{weighed} + (weighed > 0 ? kSteps / 2 : -kSteps / 2)) / kSteps;
    sums[cell] = Saturate<int16_t>(Rescale(static_cast<int32_t>(rounded), norm.multiplier));
  }
}

}  // namespace litevk::ref
