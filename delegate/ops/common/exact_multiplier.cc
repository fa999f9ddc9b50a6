#include "delegate/ops/common/exact_multiplier.h"

#include <cmath>

namespace litevk {
namespace {

constexpr int kBits = 31 + kRestBits;  // bits of a multiplier with its rest

// The constants of RescaleOnce, in 64 bits: round(sum * whole * 2^-(32 + right)), ties upwards.
struct Candidate {
  int64_t whole;
  int right;

  bool Reaches(int64_t sum, int64_t integer) const {
    return sum * whole >= (2 * integer - 1) * (int64_t{1} << (31 + right));
  }
};

// True if TFLite's kernel rounds the scaled sum to at least `integer`.
bool Reaches(double multiplier, int64_t sum, int64_t integer) {
  return std::round(static_cast<double>(sum) * multiplier) >= static_cast<double>(integer);
}

// True if TFLite's kernel and the candidate reach `integer` from one and the same sum on. Results grow with
// the sum.
bool AgreeOn(int64_t integer, double multiplier, const Candidate& candidate) {
  // The two thresholds are closer to each other than this: 2^kExactSumBits times an error of 2^-35.
  constexpr double kNear = 1.0 / 256;
  constexpr double kLargestSum = int64_t{1} << kExactSumBits;
  const double threshold = (static_cast<double>(integer) - 0.5) / multiplier;
  if (std::abs(threshold) > kLargestSum) return true;
  auto least = static_cast<int64_t>(threshold);
  if (static_cast<double>(least) < threshold) ++least;
  const double above = static_cast<double>(least) - threshold;
  if (above > kNear && above < 1 - kNear) return true;
  for (int64_t sum = least - 1; sum <= least + 1; ++sum) {
    if (Reaches(multiplier, sum, integer) != candidate.Reaches(sum, integer)) return false;
  }
  return true;
}

bool IsExact(double multiplier, const QuantizedRange& range, const Candidate& candidate) {
  for (int64_t integer = int64_t{range.min} + 1; integer <= range.max; ++integer) {
    if (!AgreeOn(integer, multiplier, candidate)) return false;
  }
  return true;
}

}  // namespace

std::optional<ExactMultiplier> ExactMultiplierOf(double multiplier, const QuantizedRange& range) {
  // Multiplier below which no sum reaches a half, as in a channel of zeros.
  constexpr double kOfZeros = 0x1p-33;
  if (multiplier >= 0 && multiplier < kOfZeros)
    return ExactMultiplier{.multiplier = 0, .rest = 0, .right = 1};
  int exponent = 0;
  const double fraction = std::frexp(multiplier, &exponent);
  const int right = kBits - 32 - exponent;
  if (!(multiplier > 0) || !std::isfinite(multiplier) || right < 1 || right > kMostExactRight)
    return std::nullopt;
  const auto below = static_cast<int64_t>(std::ldexp(fraction, kBits));
  for (const int64_t whole : {below, below + 1}) {
    if (whole >> kBits != 0 || !IsExact(multiplier, range, {whole, right})) continue;
    return ExactMultiplier{.multiplier = static_cast<int32_t>(whole >> kRestBits),
                           .rest = static_cast<int32_t>(whole & ((1 << kRestBits) - 1)),
                           .right = right};
  }
  return std::nullopt;
}

std::optional<std::vector<ExactMultiplier>> ExactMultipliersOf(const std::vector<double>& multipliers,
                                                               const QuantizedRange& range) {
  std::vector<ExactMultiplier> exact;
  exact.reserve(multipliers.size());
  for (const double multiplier : multipliers) {
    const std::optional<ExactMultiplier> one = ExactMultiplierOf(multiplier, range);
    if (!one) return std::nullopt;
    exact.push_back(*one);
  }
  return exact;
}

}  // namespace litevk
