#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels_ref/common/rows.h"
#include "kernels_ref/support/affine.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/common/softmax8.h"
#include "runtime/opset/quantized/wrapping.h"

namespace litevk::ref {
namespace {

// Subtracts the largest logit so that no exponential overflows.
Status LogSoftmax(const KernelArgs& args) {
  return ForEachRow<float>(args, [](const float* input, int depth, float* output) {
    const float largest = *std::max_element(input, input + depth);
    float sum = 0.0F;
    for (int index = 0; index < depth; ++index) sum += std::exp(input[index] - largest);
    const float log_sum = std::log(sum);
    for (int index = 0; index < depth; ++index) output[index] = input[index] - largest - log_sum;
  });
}

// The output has a scale of 1/16, and its largest value represents 0.
template <typename T>
Status QuantizedLogSoftmax(const KernelArgs& args) {
  constexpr int kFractionBits = 31;
  constexpr int kOutputFraction = 4;
  StepPowers powers(AffineChannels::OnlyOf(*args.inputs[0].tensor).scale);
  const FixedPoint& multiplier = powers.multiplier();
  const FixedPoint steps_of = powers.InverseMultiplier();
  return ForEachRow<T>(args, [&](const T* input, int depth, T* output) {
    const T largest = *std::max_element(input, input + depth);
    const int32_t log = LogOf(powers.SumOf(input, depth, largest));
    // Differences that the output type cannot represent become its lowest value.
    const int32_t lowest = Rescale(WrappingSubtract(log, std::numeric_limits<int32_t>::min()), steps_of);
    const int32_t most_steps = std::min(powers.most_steps(), -1 - lowest);
    for (int index = 0; index < depth; ++index) {
      const int steps = largest - input[index];
      const int32_t exponent = WrappingSubtract(Rescale(-steps, multiplier), log);
      const int32_t integer = TimesPowerOfTwo(exponent, kOutputFraction + kExponentBits - kFractionBits);
      output[index] = steps > most_steps ? std::numeric_limits<T>::min()
                                         : Saturate<T>(int64_t{integer} + std::numeric_limits<T>::max());
    }
  });
}

}  // namespace
}  // namespace litevk::ref

// Computes over the innermost dim.
LITEVK_KERNEL_ROW(log_softmax, {{"plain", &LogSoftmax},
                                {"int8", &QuantizedLogSoftmax<int8_t>},
                                {"uint8", &QuantizedLogSoftmax<uint8_t>}})
