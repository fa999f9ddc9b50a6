#include "runtime/opset/quantized/fixed_point.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "runtime/base/float_text.h"
#include "runtime/opset/quantized/truncate_to_int32.h"
#include "runtime/opset/quantized/wrapping.h"
#include "runtime/tflite/builtin_params.h"
#include "runtime/tflite/common.h"

namespace litevk {
namespace {

// Returns a bound of an activation as a quantized value of the output. TFLite accepts 2^31, which becomes
// -2^31.
Result<int32_t> IntegerOf(float value, const ir::Quantization& output) {
  if (output.scales.empty() || output.zero_points.empty()) {
    return Unsupported("the output has no scale, which the bounds of its fused activation need");
  }
  const float integer = std::round(value / output.scales[0]);
  constexpr auto kLimit = static_cast<float>(std::numeric_limits<int32_t>::max());  // 2^31
  if (!(std::abs(integer) <= kLimit)) {
    return Unsupported("the scale " + FloatText(output.scales[0]) +
                       " of the output is too small for the fused activation");
  }
  return WrappingAdd<int32_t>(TruncateToInt32(integer), output.zero_points[0]);
}

// Converts a factor. As on x86-64, a left shift uses only its low `shift_bits` bits.
FixedPoint FixedPointOf(double rescaling, int shift_bits) {
  if (rescaling == 0 || !std::isfinite(rescaling)) return {};
  int exponent = 0;
  auto multiplier =
      static_cast<int64_t>(std::round(std::ldexp(std::frexp(rescaling, &exponent), kMultiplierBits)));
  if (multiplier == int64_t{1} << kMultiplierBits) {
    multiplier /= 2;
    ++exponent;
  }
  if (exponent < -kMultiplierBits) return {};
  return {.multiplier = static_cast<int32_t>(multiplier),
          .left = std::max(exponent, 0) % (1 << shift_bits),
          .right = std::max(-exponent, 0)};
}

}  // namespace

FixedPoint ToFixedPoint(double rescaling) { return FixedPointOf(rescaling, 5); }

WideMultiplier Widen(const FixedPoint& rescaling) {
  constexpr int kDroppedBits = 16;
  constexpr int32_t kHighest = 0x7FFF;
  const bool fits = rescaling.multiplier < kHighest << kDroppedBits;
  const int32_t multiplier =
      fits ? (rescaling.multiplier + (1 << (kDroppedBits - 1))) >> kDroppedBits : kHighest;
  return {multiplier, (kMultiplierBits - kDroppedBits - rescaling.left + rescaling.right) & 63};
}

int32_t Rescale64(int64_t value, const FixedPoint& rescaling) {
  const WideMultiplier wide = Widen(rescaling);
  const auto product = static_cast<uint64_t>(value) * static_cast<uint64_t>(wide.multiplier);
  const uint64_t half = uint64_t{1} << ((wide.right - 1) & 63);
  return static_cast<int32_t>(static_cast<int64_t>(product + half) >> wide.right);
}

std::vector<double> DoubleMultipliersOf(const ir::Quantization& input, const ir::Quantization& weights,
                                        const ir::Quantization& output, int channels) {
  std::vector<double> multipliers;
  multipliers.reserve(static_cast<size_t>(channels));
  for (size_t channel = 0; channel < static_cast<size_t>(channels); ++channel) {
    const double scale = weights.scales[weights.scales.size() > 1 ? channel : 0];
    multipliers.push_back(static_cast<double>(input.scales[0]) * scale / output.scales[0]);
  }
  return multipliers;
}

std::vector<FixedPoint> MultipliersOf(const ir::Quantization& input, const ir::Quantization& weights,
                                      const ir::Quantization& output, int channels) {
  std::vector<FixedPoint> multipliers;
  multipliers.reserve(static_cast<size_t>(channels));
  for (const double rescaling : DoubleMultipliersOf(input, weights, output, channels)) {
    multipliers.push_back(ToFixedPoint(rescaling));
  }
  return multipliers;
}

std::vector<FixedPoint> WideMultipliersOf(const ir::Quantization& input, const ir::Quantization& weights,
                                          const ir::Quantization& output, int channels) {
  std::vector<FixedPoint> multipliers;
  multipliers.reserve(static_cast<size_t>(channels));
  for (const double rescaling : DoubleMultipliersOf(input, weights, output, channels)) {
    multipliers.push_back(FixedPointOf(rescaling, 6));
  }
  return multipliers;
}

std::vector<FixedPoint> MultipliersOfFloats(const ir::Quantization& input, const ir::Quantization& weights,
                                            const ir::Quantization& output, int channels) {
  const float product = input.scales[0] * weights.scales[0];
  const double rescaling = static_cast<double>(product) / static_cast<double>(output.scales[0]);
  return std::vector<FixedPoint>(static_cast<size_t>(channels), ToFixedPoint(rescaling));
}

bool HasNarrowSums(int quantized_bias_type) { return quantized_bias_type == abi::kTfLiteInt32; }

FixedPoint AlignedScales::MultiplierTo(float output_scale, int bits) const {
  const float unit = static_cast<float>(1 << bits) * output_scale;
  return ToFixedPoint(scale / static_cast<double>(unit));
}

AlignedScales AlignScales(float left_scale, float right_scale) {
  const double scale = 2.0F * std::max(left_scale, right_scale);
  return {scale, ToFixedPoint(left_scale / scale), ToFixedPoint(right_scale / scale)};
}

Result<QuantizedRange> QuantizedRangeOf(int activation, const ir::Tensor& output) {
  struct Bounds {
    float min;
    float max;
  };
  constexpr float kNone = std::numeric_limits<float>::infinity();
  Bounds bounds = {-kNone, kNone};
  if (activation == abi::kTfLiteActRelu) bounds.min = 0;
  if (activation == abi::kTfLiteActRelu6) bounds = {0, 6};
  if (activation == abi::kTfLiteActReluN1To1) bounds = {-1, 1};
  const ir::IntegerRange integers = ir::RangeOf(output.type);
  QuantizedRange range = {static_cast<int32_t>(integers.lowest), static_cast<int32_t>(integers.highest)};
  if (bounds.min != -kNone) {
    LITEVK_ASSIGN_OR_RETURN(const int32_t min, IntegerOf(bounds.min, output.quantization));
    range.min = std::max(range.min, min);
  }
  if (bounds.max != kNone) {
    LITEVK_ASSIGN_OR_RETURN(const int32_t max, IntegerOf(bounds.max, output.quantization));
    range.max = std::min(range.max, max);
  }
  return range;
}

}  // namespace litevk
