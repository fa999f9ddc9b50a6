// Arithmetic of quantized operators, bit for bit that of TFLite's reference kernels on x86-64: sums of
// products are int32, and their scale becomes that of the output by a product with a 32-bit fixed-point
// number and a shift, each of which rounds (double rounding; a build of TFLite with TFLITE_SINGLE_ROUNDING
// computes other bits). Sources: tflite/kernels/internal/{common.h, quantization_util.cc},
// tflite/kernels/kernel_util.cc, gemmlowp's fixedpoint.h. tests/runtime/opset/fixed_point_test.cc holds
// figures of ai-edge-litert 2.3.0's BUILTIN_REF.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"

namespace litevk {

// multiplier * 2^(left - right - 31).
struct FixedPoint {
  int32_t multiplier = 0;  // 0, or 2^30 to 2^31 - 1
  int32_t left = 0;        // bits that a value is shifted to the left before the product, 0 to 31
  int32_t right = 0;       // and the rounded product to the right, 0 to 31
};

// The nearest to `factor`, which is not negative. One below 2^-32 is 0, and so is one that is not finite, as
// on x86-64.
FixedPoint ToFixedPoint(double factor);

// Bits of a multiplier behind the point.
inline constexpr int kMultiplierBits = 31;

// Returns value * 2^-bits, halves rounded away from zero (gemmlowp's RoundingDivideByPOT), for 0 to 31 bits.
// Other numbers of bits give what the shifts of x86-64 make of them, which TFLite's DIV and RSQRT run into.
inline int32_t RoundingShift(int32_t value, int bits) {
  const auto shift = static_cast<unsigned>(bits);
  const auto mask = static_cast<int32_t>((uint64_t{1} << (shift % 64)) - 1);
  const int32_t threshold = (mask >> 1) + (value < 0 ? 1 : 0);
  return (value >> (shift % 32)) + ((value & mask) > threshold ? 1 : 0);
}

// value * factor, rounded twice: the product halves towards plus infinity, the shift to the right halves away
// from zero. What leaves 32 bits on the way wraps around. Inline, since layers rescale each of their numbers.
inline int32_t Rescale(int32_t value, const FixedPoint& factor) {
  const auto shifted = static_cast<int32_t>(static_cast<uint32_t>(value) << factor.left);
  const int64_t half = int64_t{1} << (kMultiplierBits - 1);
  const auto product = static_cast<int32_t>((int64_t{shifted} * factor.multiplier + half) >> kMultiplierBits);
  return RoundingShift(product, factor.right);
}

// A factor of sums of 64 bits: multiplier * 2^-right, where the processor takes the low six bits of a shift.
struct WideFactor {
  int32_t multiplier;  // 0 to 2^15 - 1: the upper 16 bits of the fixed-point number's, rounded
  int32_t right;       // 0 to 63
};
WideFactor Widen(const FixedPoint& factor);

// value * factor of a sum of 64 bits, rounded once, halves towards plus infinity, with the upper 16 bits of
// the multiplier, as TFLite has it for int16 with int64 sums. Stated for factors of 2^-31 to 2^7 and values
// below 2^47; what leaves 64 bits on the way wraps around.
int32_t Rescale64(int64_t value, const FixedPoint& factor);

// For each of `channels` outputs the factor from a sum of products of `input` and `weights` (one scale, or
// one for each channel) to `output`, in double.
std::vector<double> RealFactorsOf(const ir::Quantization& input, const ir::Quantization& weights,
                                  const ir::Quantization& output, int channels);

// The fixed-point numbers nearest to these.
std::vector<FixedPoint> FactorsOf(const ir::Quantization& input, const ir::Quantization& weights,
                                  const ir::Quantization& output, int channels);

// Returns those of sums of 64 bits, for Widen and Rescale64: of a factor above 2^31, as an output has whose
// scale is near 0, the processor takes the low six bits of the shift.
std::vector<FixedPoint> WideFactorsOf(const ir::Quantization& input, const ir::Quantization& weights,
                                      const ir::Quantization& output, int channels);

// Returns one fixed-point number for all channels, from a product of the scales in float32: the one of layers
// of uint8 and of BATCH_MATMUL, whose other factors are computed in double.
std::vector<FixedPoint> FactorsOfFloats(const ir::Quantization& input, const ir::Quantization& weights,
                                        const ir::Quantization& output, int channels);

// True if the sums of a layer of int16 have 32 bits, by its parameter `quantized_bias_type`.
bool HasNarrowSums(int quantized_bias_type);

// Factors of a sum or a difference of two quantized operands: with some bits below the point both come to
// twice the larger of their scales, and the result of that comes to the output's.
struct AlignedScales {
  double scale;  // twice the larger one
  FixedPoint left;
  FixedPoint right;

  // Returns the factor of results with `bits` below the point.
  FixedPoint FactorTo(float output_scale, int bits) const;
};
AlignedScales AlignScales(float left_scale, float right_scale);

// Bits below the point in sums and differences of numbers of 8 bits.
inline constexpr int kSumBits = 20;

// The numbers that a fused activation leaves; `min` may be above `max`, which then wins.
struct QuantizedRange {
  int32_t min;
  int32_t max;
};

// Returns the range of an abi::TfLiteFusedActivation on the numbers of `output`, whose type is an integer of
// at most 16 bits and which has one scale; one that TFLite does not know counts as NONE. Fails where the
// scale is so small that a bound leaves 32 bits, as TFLite does.
Result<QuantizedRange> QuantizedRangeOf(int activation, const ir::Tensor& output);

}  // namespace litevk
