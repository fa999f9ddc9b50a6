// Requantization of the sums of integer convolutions to their output.
#pragma once

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels_ref/common/layer_output.h"
#include "kernels_ref/common/output_range.h"
#include "runtime/opset/quantized/weights_zero_point.h"

namespace litevk::ref {

// Checks the bias of an integer convolution as TFLite's Prepare does. Its zero point must be 0, and for int16
// its type must be the one that the parameter `quantized_bias_type` announces. Null: no bias.
inline Status CheckConvBias(const ir::Tensor& image, const ir::Tensor* bias, int quantized_bias_type) {
  if (bias == nullptr || image.type == ir::DataType::kFloat32) return {};
  if (const int zero_point = ZeroPointOfBias(*bias); zero_point != 0) {
    return Unsupported("bias: zero point " + std::to_string(zero_point) + ", expected 0");
  }
  return image.type == ir::DataType::kInt16 ? CheckBiasType(bias, quantized_bias_type) : Status();
}

// Returns the multipliers of 32-bit sums. Those of uint8 are one for all channels, from scales multiplied in
// float32.
template <typename T>
std::vector<FixedPoint> ConvMultipliersOf(const LayerTensors& layer) {
  return std::is_same_v<T, uint8_t> ? FixedMultiplierOfFloats(layer) : FixedMultipliersOf(layer);
}

// Calls compute(output), where `output` converts a convolution's sums to values of type T, and returns its
// status.
template <typename T, typename Compute>
Status WithConvOutput(const LayerTensors& layer, int quantized_bias_type, Compute compute) {
  const auto computed_with = [&](auto scale) -> Status {
    LITEVK_ASSIGN_OR_RETURN(const auto output,
                            (LayerOutput<T, decltype(scale)>::Of(layer, std::move(scale))));
    return compute(output);
  };
  if constexpr (std::is_same_v<T, int16_t>) {
    if (!HasNarrowSums(quantized_bias_type)) return computed_with(WideScaleOf(layer));
    return computed_with(FixedPointScale{FixedMultipliersOf(layer)});
  } else {
    const std::vector<FixedPoint> multipliers = ConvMultipliersOf<T>(layer);
    if (ShrinkingScale::Takes(multipliers)) return computed_with(ShrinkingScale(multipliers));
    return computed_with(FixedPointScale{multipliers});
  }
}

}  // namespace litevk::ref
