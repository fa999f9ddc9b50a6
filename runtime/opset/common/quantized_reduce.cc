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

FixedPoint FactorOfSum(const ir::Tensor& input, const ir::Tensor& output) {
  return ToFixedPoint(ScaleOf(input) / ScaleOf(output));
}

FixedPoint FactorOfMean(const ir::Tensor& input, const ir::Tensor& output, int64_t count) {
  FixedPoint factor = FactorOfSum(input, output);
  constexpr int kMostShift = 32;
  constexpr int kLowestExponent = -31;
  const int exponent = factor.left - factor.right;
  const int log_of_count = static_cast<int>(std::bit_width(static_cast<uint64_t>(count))) - 1;
  const int shift = std::min({log_of_count, kMostShift, exponent - kLowestExponent});
  factor.multiplier = static_cast<int32_t>((int64_t{factor.multiplier} << shift) / count);
  factor.left = std::max(exponent - shift, 0);
  factor.right = std::max(shift - exponent, 0);
  return factor;
}

Result<FixedPoint> FactorOfProduct(const ir::Tensor& input, const ir::Tensor& output, int64_t count) {
  constexpr int kMostLeft = 7;
  const double factor = ScaleOf(input) / std::pow(ScaleOf(output), 1.0 / static_cast<double>(count));
  // The comparison is also false for a NaN.
  if (factor < 1 << kMostLeft) return ToFixedPoint(factor);
  return Unsupported("the scale of a product is " + FloatText(factor) +
                     " times that of its root of the output, expected less than 128");
}

}  // namespace litevk
