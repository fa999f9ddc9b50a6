// Results equal bit for bit those of ai-edge-litert 2.3.0 on x86-64:
// tflite/kernels/internal/optimized/sse_tensor_utils.cc, which its reference kernels use too.
#include "kernels_ref/common/dynamic_int8_rows.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

#include "kernels_ref/common/dot_products.h"

namespace litevk::ref {
namespace {

// Parameters that quantize one row.
struct RowScale {
  float scale = 1.0F;
  float inverse = 0.0F;  // as TFLite rounds it; may differ from 1 / scale; 0: all values of the row are zero
  int zero_point = 0;
  int lowest = -127;
};

RowScale SymmetricScale(float least, float greatest) {
  const float range = std::max(std::abs(least), std::abs(greatest));
  if (range == 0.0F) return {};
  return {.scale = range / 127.0F, .inverse = 127.0F / range};
}

// Returns the zero point with the smaller error of the two candidates that the ends of the range give.
int NudgedZeroPoint(double from_low, double from_high) {
  const double at_low = -128.0 - from_low;
  const double at_high = 127.0 - from_high;
  const bool low_is_nearer = 128.0 + std::abs(from_low) < 127.0 + std::abs(from_high);
  const double exact = low_is_nearer ? at_low : at_high;
  if (std::isnan(exact)) return 0;  // an infinite range gives NaN; 0 as on x86-64
  return static_cast<int>(std::round(std::clamp(exact, -128.0, 127.0)));
}

// Subtracts the range's ends in float32, as TFLite's wheels do.
RowScale AsymmetricScale(float least, float greatest) {
  const float low = std::min(0.0F, least);
  const float high = std::max(0.0F, greatest);
  if (low == high) return {};
  const double scale = static_cast<double>(high - low) / 255.0;
  const auto rounded = static_cast<float>(scale);
  return {.scale = rounded,
          .inverse = 1.0F / rounded,
          .zero_point = NudgedZeroPoint(low / scale, high / scale),
          .lowest = -128};
}

// How TFLite rounds. Its SSE code takes eight values at a time and adds a whole half, which carries the float
// just below 0.5 to 1. The remaining values are rounded correctly. The two also differ in the results of NaNs
// and of values beyond 32 bits, which C++ leaves undefined and x86-64 defines.
struct Rounding {
  float half;
  int of_nan;
  int above;  // result for values above 32 bits
  int below;
};

constexpr int kBeyondAll = 512;  // farther from 0 than any value minus its zero point

Rounding RoundingOfBlocks(const RowScale& row, bool is_asymmetric) {
  constexpr float kHalf = 0.5F;
  if (!is_asymmetric) return {kHalf, -kBeyondAll, kBeyondAll, -kBeyondAll};
  // The lowest int32, which wraps around to the highest with a negative zero point.
  const int lowest = row.zero_point < 0 ? kBeyondAll : -kBeyondAll;
  return {kHalf, lowest, lowest, lowest};
}

Rounding RoundingOfRest(const RowScale& row, bool is_asymmetric) {
  constexpr float kBelowHalf = 0x1.fffffep-2F;
  if (!is_asymmetric) return {kBelowHalf, -kBeyondAll, -kBeyondAll, -kBeyondAll};
  return {kBelowHalf, -row.zero_point, kBeyondAll, -kBeyondAll};
}

// Rounds ties away from zero without std::round, which is slow if it is a function call.
int Round(float scaled, const Rounding& rounding) {
  constexpr float kTooLarge = 0x1p31F;
  constexpr float kBound = kBeyondAll;
  if (std::isnan(scaled)) return rounding.of_nan;
  if (scaled >= kTooLarge) return rounding.above;
  if (scaled < -kTooLarge) return rounding.below;
  const float kept = std::clamp(scaled, -kBound, kBound);
  return static_cast<int>(kept + std::copysign(rounding.half, kept));
}

void QuantizeValues(std::span<const float> values, const RowScale& row, const Rounding& rounding,
                    int16_t* integers) {
  for (const float value : values) {
    const int integer = Round(value * row.inverse, rounding);
    *integers++ =
        static_cast<int16_t>(std::clamp(integer, row.lowest - row.zero_point, 127 - row.zero_point));
  }
}

// Quantizes as Round does, for finite values and a finite inverse, in a form that compilers vectorize.
void QuantizeFinite(std::span<const float> values, const RowScale& row, float half, int16_t* integers) {
  const int lowest = row.lowest - row.zero_point;
  const int highest = 127 - row.zero_point;
  for (size_t index = 0; index < values.size(); ++index) {
    const float scaled = values[index] * row.inverse;
    const auto rounded = static_cast<int>(scaled + std::copysign(half, scaled));
    integers[index] = static_cast<int16_t>(std::min(std::max(rounded, lowest), highest));
  }
}

// Least and greatest value of a row.
struct Ends {
  float least;
  float greatest;
  bool all_finite;
};

Ends EndsOf(std::span<const float> values) {
  // The bits of floats, inverted for negative ones, have the floats' order. As integers they can be compared
  // several at a time.
  const auto turned = [](int32_t bits) {
    return bits ^ ((bits >> 31) & std::numeric_limits<int32_t>::max());
  };
  const auto bits_of = [&](float value) { return turned(std::bit_cast<int32_t>(value)); };
  int32_t least = std::numeric_limits<int32_t>::max();
  int32_t greatest = std::numeric_limits<int32_t>::min();
  for (const float value : values) {
    least = std::min(least, bits_of(value));
    greatest = std::max(greatest, bits_of(value));
  }
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  if (least > bits_of(-kInfinity) && greatest < bits_of(kInfinity)) {
    return {std::bit_cast<float>(turned(least)), std::bit_cast<float>(turned(greatest)), true};
  }
  const auto [first, second] = std::minmax_element(values.begin(), values.end());
  return {*first, *second, false};
}

// Adds up products in a form that compilers turn into pmaddwd.
template <typename Weight>
int32_t AddUp(const int16_t* integers, const Weight* weights, int64_t size) {
  uint32_t sum = 0;
  for (int64_t index = 0; index < size; ++index) {
    sum += static_cast<uint32_t>(integers[index] * static_cast<int16_t>(weights[index]));
  }
  return static_cast<int32_t>(sum);
}

// Writes the sums of products of one row and each row of weights.
void MultiplyRow(const int16_t* integers, const DynamicInt8Weights& weights, int32_t* sums) {
  const int64_t size = weights.columns;
  int64_t unit = 0;
  for (; unit + kRowsAtOnce <= weights.rows; unit += kRowsAtOnce) {
    SumProducts<int8_t, int8_t>(integers, weights.integers + unit * size, size, sums + unit, 1);
  }
  for (; unit < weights.rows; ++unit) sums[unit] = AddUp(integers, weights.integers + unit * size, size);
}

}  // namespace

RowParameters QuantizeRow(std::span<const float> values, bool is_asymmetric, int16_t* integers) {
  if (values.empty()) return {.scale = RowScale().scale, .zero_point = 0};
  const Ends ends = EndsOf(values);
  const RowScale row =
      is_asymmetric ? AsymmetricScale(ends.least, ends.greatest) : SymmetricScale(ends.least, ends.greatest);
  constexpr size_t kBlock = 8;
  const size_t in_blocks = values.size() / kBlock * kBlock;
  const Rounding of_blocks = RoundingOfBlocks(row, is_asymmetric);
  const Rounding of_rest = RoundingOfRest(row, is_asymmetric);
  if (ends.all_finite && std::isfinite(row.inverse)) {
    QuantizeFinite(values.first(in_blocks), row, of_blocks.half, integers);
    QuantizeFinite(values.subspan(in_blocks), row, of_rest.half, integers + in_blocks);
  } else {
    QuantizeValues(values.first(in_blocks), row, of_blocks, integers);
    QuantizeValues(values.subspan(in_blocks), row, of_rest, integers + in_blocks);
  }
  return {row.scale, row.zero_point};
}

DynamicInt8Rows QuantizeRows(const float* values, int64_t count, int64_t size, bool is_asymmetric) {
  DynamicInt8Rows rows;
  rows.integers.resize(static_cast<size_t>(count * size));
  for (int64_t row = 0; row < count; ++row) {
    const auto [scale, zero_point] = QuantizeRow({values + row * size, static_cast<size_t>(size)},
                                                 is_asymmetric, rows.integers.data() + row * size);
    rows.scales.push_back(scale);
    rows.zero_points.push_back(zero_point);
  }
  return rows;
}

int32_t SumOfProducts(const int16_t* integers, const int8_t* weights, int64_t size) {
  return AddUp(integers, weights, size);
}

// Widens the weights once for several rows.
void MultiplyRows(const int16_t* integers, int64_t count, const DynamicInt8Weights& weights, int32_t* sums) {
  if (count == 1) return MultiplyRow(integers, weights, sums);
  const int64_t size = weights.columns;
  std::vector<int16_t> widened(static_cast<size_t>(size));
  for (int64_t unit = 0; unit < weights.rows; ++unit) {
    std::copy_n(weights.integers + unit * size, size, widened.begin());
    int64_t row = 0;
    for (; row + kRowsAtOnce <= count; row += kRowsAtOnce) {
      SumProducts<int8_t, int8_t>(widened.data(), integers + row * size, size,
                                  sums + row * weights.rows + unit, weights.rows);
    }
    for (; row < count; ++row) {
      sums[row * weights.rows + unit] = AddUp(integers + row * size, widened.data(), size);
    }
  }
}

}  // namespace litevk::ref
