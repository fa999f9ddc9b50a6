#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels_ref/common/rows.h"
#include "kernels_ref/support/affine.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/common/softmax16.h"
#include "runtime/opset/common/softmax8.h"
#include "runtime/opset/dispatch.h"
#include "runtime/opset/quantized/fixed_point_math.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::ref {
namespace {

float BetaOf(const KernelArgs& args) { return args.params.As<abi::TfLiteSoftmaxParams>().beta; }

// Subtracts the largest logit so that no exponential overflows. As in TFLite, float16 rounds the exponentials
// that are divided but not those that are added up.
template <typename T>
void SoftmaxRow(const T* input, int depth, float beta, T* output) {
  const auto largest = static_cast<float>(*std::max_element(input, input + depth));
  float sum = 0.0F;
  for (int index = 0; index < depth; ++index) {
    const float exponential = std::exp((static_cast<float>(input[index]) - largest) * beta);
    output[index] = static_cast<T>(exponential);
    sum += exponential;
  }
  for (int index = 0; index < depth; ++index) {
    output[index] = static_cast<T>(static_cast<float>(output[index]) / sum);
  }
}

Status Softmax(const KernelArgs& args) {
  const float beta = BetaOf(args);
  return ForType<float, Eigen::half>(args.inputs[0].type(), [&]<typename T>(T) {
    return ForEachRow<T>(
        args, [&](const T* input, int depth, T* output) { SoftmaxRow(input, depth, beta, output); });
  });
}

// The output uses the full range of its type for 0 to 1: the scale is 2^-8 or 2^-16.
template <typename T, typename Out>
Status QuantizedSoftmax(const KernelArgs& args) {
  constexpr int kFractionBits = 31;
  constexpr int kBits = 8 * sizeof(Out);
  const float scale = AffineChannels::OnlyOf(*args.inputs[0].tensor).scale;
  StepPowers powers(double{BetaOf(args)} * double{scale});
  return ForEachRow<T, Out>(args, [&](const T* input, int depth, Out* output) {
    const T largest = *std::max_element(input, input + depth);
    const auto [inverse, bits] = InverseOfSum(powers.SumOf(input, depth, largest));
    for (int index = 0; index < depth; ++index) {
      const int32_t quotient = HighProduct(inverse, powers(largest - input[index]));
      const int32_t integer = TimesPowerOfTwo(quotient, kBits - kFractionBits - bits);
      output[index] = Saturate<Out>(int64_t{integer} + std::numeric_limits<Out>::min());
    }
  });
}

Status Int16Softmax(const KernelArgs& args) {
  static const Softmax16Tables kTables;
  const FixedPoint multiplier =
      Softmax16Multiplier(AffineChannels::OnlyOf(*args.inputs[0].tensor).scale * BetaOf(args));
  return ForEachRow<int16_t>(args, [&](const int16_t* input, int depth, int16_t* output) {
    const int16_t largest = *std::max_element(input, input + depth);
    int64_t sum = 0;
    for (int index = 0; index < depth; ++index) {
      output[index] = Softmax16Power(kTables.exponential, multiplier, input[index] - largest);
      sum += output[index];
    }
    const Softmax16Inverse inverse = Softmax16InverseOf(kTables.inverse, sum);
    for (int index = 0; index < depth; ++index) output[index] = DivideBy(inverse, output[index]);
  });
}

}  // namespace
}  // namespace litevk::ref

// Computes over the innermost dim.
LITEVK_KERNEL_ROW(softmax, {{"plain", &Softmax},
                            {"int8", &QuantizedSoftmax<int8_t, int8_t>},
                            {"uint8", &QuantizedSoftmax<uint8_t, uint8_t>},
                            {"int8 to int16", &QuantizedSoftmax<int8_t, int16_t>},
                            {"int16", &Int16Softmax}})
