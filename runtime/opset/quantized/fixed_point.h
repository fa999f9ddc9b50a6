// Arithmetic of quantized operators, bit for bit that of TFLite's reference kernels on x86-64. Sums of
// products are int32. They are requantized by a 32-bit fixed-point multiplier and a shift, each of which
// rounds (double rounding). A build of TFLite with TFLITE_SINGLE_ROUNDING computes other bits.
//
// Sources: tflite/kernels/internal/{common.h, quantization_util.cc}, tflite/kernels/kernel_util.cc,
// gemmlowp's fixedpoint.h. tests/runtime/opset/quantized/fixed_point_test.cc holds figures of
// ai-edge-litert 2.3.0's BUILTIN_REF.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Represents multiplier * 2^(left - right - 31).
struct FixedPoint {
  int32_t multiplier = 0;  // 0, or 2^30 to 2^31 - 1
  int32_t left = 0;        // left shift of a value before the multiplication, 0 to 31
  int32_t right = 0;       // rounding right shift of the product, 0 to 31
};

// Returns the fixed-point number nearest to `multiplier`, which is not negative. A factor that is below 2^-32
// or not finite gives 0, as on x86-64.
FixedPoint ToFixedPoint(double multiplier);

// Fractional bits of a multiplier.
inline constexpr int kMultiplierBits = 31;

// Returns value * 2^-bits with ties rounded away from zero (gemmlowp's RoundingDivideByPOT), for 0 to 31
// bits. Other counts give what the shifts of x86-64 give. TFLite's DIV and RSQRT depend on that.
inline int32_t RoundingShift(int32_t value, int bits) {
  const auto shift = static_cast<unsigned>(bits);
  const auto mask = static_cast<int32_t>((uint64_t{1} << (shift % 64)) - 1);
  const int32_t threshold = (mask >> 1) + (value < 0 ? 1 : 0);
  return (value >> (shift % 32)) + ((value & mask) > threshold ? 1 : 0);
}

// Returns value * factor, rounded twice. The multiplication rounds ties towards plus infinity, the right
// shift away from zero. Overflow of 32 bits wraps around. Inline, since layers rescale each of their values.
inline int32_t Rescale(int32_t value, const FixedPoint& multiplier) {
  const auto shifted = static_cast<int32_t>(static_cast<uint32_t>(value) << multiplier.left);
  const int64_t half = int64_t{1} << (kMultiplierBits - 1);
  const auto product =
      static_cast<int32_t>((int64_t{shifted} * multiplier.multiplier + half) >> kMultiplierBits);
  return RoundingShift(product, multiplier.right);
}

// A factor for 64-bit sums: multiplier * 2^-right. As on x86-64, a shift uses only its low six bits.
struct WideMultiplier {
  int32_t multiplier;  // 0 to 2^15 - 1: the rounded upper 16 bits of the 32-bit multiplier
  int32_t right;       // 0 to 63
};
WideMultiplier Widen(const FixedPoint& multiplier);

// Returns value * factor for a 64-bit sum, rounded once, ties towards plus infinity. Like TFLite for int16
// with int64 sums, it uses the upper 16 bits of the multiplier. Defined for factors of 2^-31 to 2^7 and
// values below 2^47. Overflow of 64 bits wraps around.
int32_t Rescale64(int64_t value, const FixedPoint& multiplier);

// Returns the factors of `channels` outputs, in double, from sums of products of `input` and `weights` to
// `output`. The weights have one scale, or one for each channel.
std::vector<double> DoubleMultipliersOf(const ir::Quantization& input, const ir::Quantization& weights,
                                        const ir::Quantization& output, int channels);

// Returns the fixed-point numbers nearest to DoubleMultipliersOf's factors.
std::vector<FixedPoint> MultipliersOf(const ir::Quantization& input, const ir::Quantization& weights,
                                      const ir::Quantization& output, int channels);

// Returns the factors of 64-bit sums, for Widen and Rescale64. A factor above 2^31, which an output scale
// near 0 gives, keeps the low six bits of its shift, as on x86-64.
std::vector<FixedPoint> WideMultipliersOf(const ir::Quantization& input, const ir::Quantization& weights,
                                          const ir::Quantization& output, int channels);

// Returns one fixed-point number for all channels, from a product of the scales in float32. Layers of uint8
// and BATCH_MATMUL use it. All other factors are computed in double.
std::vector<FixedPoint> MultipliersOfFloats(const ir::Quantization& input, const ir::Quantization& weights,
                                            const ir::Quantization& output, int channels);

// True if the sums of an int16 layer have 32 bits, according to its parameter `quantized_bias_type`.
bool HasNarrowSums(int quantized_bias_type);

// Multipliers and shifts of a sum or difference of two quantized operands. Both operands are brought to twice
// the larger of their scales, with some fractional bits. The result is brought to the output's scale.
struct AlignedScales {
  double scale;  // twice the larger of the two scales
  FixedPoint left;
  FixedPoint right;

  // Returns the factor of results with `bits` fractional bits.
  FixedPoint MultiplierTo(float output_scale, int bits) const;
};
AlignedScales AlignScales(float left_scale, float right_scale);

// Fractional bits of sums and differences of 8-bit values.
inline constexpr int kSumBits = 20;

// Range of quantized values after a fused activation. If `min` is above `max`, `max` wins.
struct QuantizedRange {
  int32_t min;
  int32_t max;
};

// Returns the quantized range of an abi::TfLiteFusedActivation. `output` is an integer of at most 16 bits
// with one scale. An activation that TFLite does not know counts as NONE. Like TFLite, fails if the scale is
// so small that a bound overflows 32 bits.
Result<QuantizedRange> QuantizedRangeOf(int activation, const ir::Tensor& output);

}  // namespace litevk
