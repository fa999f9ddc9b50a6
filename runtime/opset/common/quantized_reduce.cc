#include "runtime/opset/common/quantized_reduce.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "runtime/base/float_text.h"

namespace litevk {
namespace {

double ScaleOf(const ir::Tensor& tensor) { return tensor.quantization.scales[0]; }

}  // namespace

FixedPoint MultiplierOfSum(const ir::Tensor& input, const ir::Tensor& output) {
  return ToFixedPoint(ScaleOf(input) / ScaleOf(output));
}

FixedPoint MultiplierOfMean(const ir::Tensor& input, const ir::Tensor& output, int64_t count) {
  FixedPoint multiplier = MultiplierOfSum(input, output);
  constexpr int kMostShift = 32;
  constexpr int kLowestExponent = -31;
  const int exponent = multiplier.left - multiplier.right;
  const int log_of_count = static_cast<int>(std::bit_width(static_cast<uint64_t>(count))) - 1;
  const int shift = std::min({log_of_count, kMostShift, exponent - kLowestExponent});
  multiplier.multiplier = static_cast<int32_t>((int64_t{multiplier.multiplier} << shift) / count);
  multiplier.left = std::max(exponent - shift, 0);
  multiplier.right = std::max(shift - exponent, 0);
  return multiplier;
}

Result<FixedPoint> MultiplierOfProduct(const ir::Tensor& input, const ir::Tensor& output, int64_t count) {
  constexpr int kMostLeft = 7;
  const double multiplier = ScaleOf(input) / std::pow(ScaleOf(output), 1.0 / static_cast<double>(count));
  // The comparison is also false for a NaN.
  if (multiplier < 1 << kMostLeft) return ToFixedPoint(multiplier);
  return Unsupported("the scale of a product is " + FloatText(multiplier) +
                     " times that of its root of the output, expected less than 128");
}

}  // namespace litevk
