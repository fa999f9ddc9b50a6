#include "delegate/ops/common/exact_factor.h"

#include <cmath>

namespace litevk {
namespace {

constexpr int kBits = 31 + kRestBits;  // bits of a multiplier with its rest

// The constants of RescaleOnce, in 64 bits: round(sum * whole * 2^-(32 + right)), ties upwards.
struct Candidate {
  int64_t whole;
  int right;

  bool Reaches(int64_t sum, int64_t number) const {
    return sum * whole >= (2 * number - 1) * (int64_t{1} << (31 + right));
  }
};

// True if TFLite's kernel rounds the scaled sum to at least `number`.
bool Reaches(double factor, int64_t sum, int64_t number) {
  return std::round(static_cast<double>(sum) * factor) >= static_cast<double>(number);
}

// True if TFLite's kernel and the candidate reach `number` from one and the same sum on. Results grow with
// the sum.
bool AgreeOn(int64_t number, double factor, const Candidate& candidate) {
  // The two thresholds are closer to each other than this: 2^kExactSumBits times an error of 2^-35.
  constexpr double kNear = 1.0 / 256;
  constexpr double kLargestSum = int64_t{1} << kExactSumBits;
  const double threshold = (static_cast<double>(number) - 0.5) / factor;
  if (std::abs(threshold) > kLargestSum) return true;
  auto least = static_cast<int64_t>(threshold);
  if (static_cast<double>(least) < threshold) ++least;
  const double above = static_cast<double>(least) - threshold;
  if (above > kNear && above < 1 - kNear) return true;
  for (int64_t sum = least - 1; sum <= least + 1; ++sum) {
    if (Reaches(factor, sum, number) != candidate.Reaches(sum, number)) return false;
  }
  return true;
}

bool IsExact(double factor, const QuantizedRange& range, const Candidate& candidate) {
  for (int64_t number = int64_t{range.min} + 1; number <= range.max; ++number) {
    if (!AgreeOn(number, factor, candidate)) return false;
  }
  return true;
}

}  // namespace

std::optional<ExactFactor> ExactFactorOf(double factor, const QuantizedRange& range) {
  // Multiplier below which no sum reaches a half, as in a channel of zeros.
  constexpr double kOfZeros = 0x1p-33;
  if (factor >= 0 && factor < kOfZeros) return ExactFactor{.multiplier = 0, .rest = 0, .right = 1};
  int exponent = 0;
  const double fraction = std::frexp(factor, &exponent);
  const int right = kBits - 32 - exponent;
  if (!(factor > 0) || !std::isfinite(factor) || right < 1 || right > kMostExactRight) return std::nullopt;
  const auto below = static_cast<int64_t>(std::ldexp(fraction, kBits));
  for (const int64_t whole : {below, below + 1}) {
    if (whole >> kBits != 0 || !IsExact(factor, range, {whole, right})) continue;
    return ExactFactor{.multiplier = static_cast<int32_t>(whole >> kRestBits),
                       .rest = static_cast<int32_t>(whole & ((1 << kRestBits) - 1)),
                       .right = right};
  }
  return std::nullopt;
}

std::optional<std::vector<ExactFactor>> ExactFactorsOf(const std::vector<double>& factors,
                                                       const QuantizedRange& range) {
  std::vector<ExactFactor> exact;
  exact.reserve(factors.size());
  for (const double factor : factors) {
    const std::optional<ExactFactor> one = ExactFactorOf(factor, range);
    if (!one) return std::nullopt;
    exact.push_back(*one);
  }
  return exact;
}

}  // namespace litevk
