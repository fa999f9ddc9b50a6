#include <algorithm>
#include <limits>
#include <string>

#include "kernels_ref/elementwise/quantized_unary.h"
#include "kernels_ref/elementwise/unary.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/base/float_text.h"
#include "runtime/opset/quantized/fixed_point.h"
#include "runtime/opset/quantized/fixed_point_math.h"

namespace litevk::ref {
namespace {

// Represents mantissa * 2^(exponent - 15).
struct Multiplier16 {
  int16_t mantissa;
  int exponent;
};

Multiplier16 ToMultiplier16(float multiplier) {
  constexpr int32_t kHighest = std::numeric_limits<int16_t>::max();
  const FixedPoint exact = ToFixedPoint(multiplier);
  const int64_t rounded = (int64_t{exact.multiplier} + (1 << 15)) >> 16;
  return {static_cast<int16_t>(std::min<int64_t>(rounded, kHighest)), exact.left - exact.right};
}

int16_t SaturatingShift16(int16_t value, int bits) {
  return Saturate<int16_t>(int64_t{value} * (int64_t{1} << bits));
}

// HARD_SWISH in 16 bits, as TFLite computes it for NEON: v * relu6(v + 3) / 6. The gate's factor converts a
// value to v / 3.
class HardSwish16 {
 public:
  static Result<HardSwish16> Of(float from, float to) {
    const float scale = from / 128.0F;  // scale of values with 7 more bits
    HardSwish16 result;
    result.output_ = ToMultiplier16(scale / to);
    result.gate_ = ToMultiplier16(scale / (3.0F / 32768.0F));
    if (result.output_.exponent <= 0) return result;
    return Unsupported("output: scale " + FloatText(to) + ", expected more than " + FloatText(scale) +
                       ", the 128th part of the input's");
  }

  // Returns the result minus the output's zero point.
  int16_t operator()(int32_t above_zero) const {
    const auto value = static_cast<int16_t>(above_zero * 128);
    const int32_t product = Gate(value) * HighProduct(value, output_.mantissa);
    return RoundingShift(static_cast<int16_t>(product / (1 << 15)), -output_.exponent);
  }

 private:
  // Returns relu6(v + 3) / 6 with 15 fraction bits.
  int32_t Gate(int16_t value) const {
    const int bits = gate_.exponent;
    if (bits > 0) value = SaturatingShift16(value, bits - 1);
    value = HighProduct(value, gate_.mantissa);
    if (bits > 0) value = SaturatingShift16(value, 1);
    if (bits < 0) value = RoundingShift(value, -bits);
    return (value + (1 << 15)) >> 1;
  }

  Multiplier16 output_ = {};
  Multiplier16 gate_ = {};
};

}  // namespace

static Status HardSwish(const KernelArgs& args) {
  return ApplyUnary<float>(
      args, [](float value) { return value * std::min(6.0F, std::max(0.0F, value + 3.0F)) / 6.0F; });
}

static Status CheckScales(const PreparedNode& node) {
  const ir::Tensor& input = *node.inputs[0];
  if (input.type == ir::DataType::kFloat32) return {};
  return HardSwish16::Of(input.quantization.scales[0], node.outputs[0]->quantization.scales[0]).status();
}

// Adds the zero point in 16 bits, which wrap around.
static Status QuantizedHardSwish(const KernelArgs& args) {
  const UnaryScales scales(args);
  LITEVK_ASSIGN_OR_RETURN(const HardSwish16 hard_swish, HardSwish16::Of(scales.from.scale, scales.to.scale));
  return ApplyUnary<int8_t, uint8_t>(args, [&]<typename T>(T integer) {
    const int16_t steps = hard_swish(integer - scales.from.zero_point);
    return Saturate<T>(static_cast<int16_t>(steps + scales.to.zero_point));
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(hard_swish, {{"plain", &HardSwish}, {"8 bits", &QuantizedHardSwish}},
                  /*checks_values=*/false, &CheckScales)
