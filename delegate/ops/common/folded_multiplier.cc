#include "delegate/ops/common/folded_multiplier.h"

#include <algorithm>
#include <cmath>

namespace litevk {
namespace {

// Range in which the addend of all sums may differ from the middle between two roundings without changing a
// result.
struct Window {
  double least = -1;
  double most = 1;
};

// The sums at which Rescale steps to the next output integer. They are `step` apart. The first above zero is
// half a step, less the rounding of the product before the shift.
struct Thresholds {
  double step;
  double rounding;

  explicit Thresholds(const FixedPoint& multiplier)
      : step(std::ldexp(1.0 / multiplier.multiplier, kMultiplierBits + multiplier.right)),
        rounding(std::ldexp(1.0 / multiplier.multiplier, kMultiplierBits - 1)) {}
  double Of(int above_zero) const { return (above_zero - 0.5) * step - rounding; }
};

Window WindowOf(const Thresholds& thresholds, const FoldedOutput& output, int64_t largest_sum) {
  Window window;
  for (int integer = output.range.min + 1; integer <= output.range.max; ++integer) {
    const double threshold = thresholds.Of(integer - output.zero_point);
    if (threshold > static_cast<double>(largest_sum) + 1) break;
    const double up_to_next = std::ceil(threshold) - threshold;
    window.least = std::max(window.least, -up_to_next);
    window.most = std::min(window.most, 1 - up_to_next);
  }
  return window;
}

}  // namespace

std::optional<FoldedMultiplier> FoldedMultiplierOf(const FixedPoint& multiplier, const FoldedOutput& output,
                                                   int64_t largest_sum) {
  // Margin above the error of doubles of 53 bits for sums of 29 bits.
  constexpr double kMargin = 1.0 / (1 << 20);
  constexpr int kMostBits = 30;
  if (multiplier.multiplier <= 0 || multiplier.left != 0 || multiplier.right < 1 ||
      output.range.min < output.zero_point || output.range.min > output.range.max) {
    return std::nullopt;
  }
  const Thresholds thresholds(multiplier);
  const double middle = (output.zero_point + 0.5) * thresholds.step + thresholds.rounding;
  const double largest = static_cast<double>(largest_sum) + std::abs(middle) + 1;
  const int left = std::min(kMostBits - std::ilogb(largest), 32 - multiplier.right);
  if (left < 0) return std::nullopt;
  const Window window = WindowOf(thresholds, output, largest_sum);
  const double addend = std::round(std::ldexp(middle + (window.least + window.most) / 2, left));
  const double off = std::ldexp(addend, -left) - middle;
  if (off < window.least + kMargin || off > window.most - kMargin) return std::nullopt;
  return FoldedMultiplier{.multiplier = multiplier.multiplier,
                          .addend = static_cast<int32_t>(addend),
                          .left = left,
                          .right = left + multiplier.right - 1};
}

std::vector<FoldedMultiplier> FoldedMultipliersOf(std::span<const FixedPoint> multipliers,
                                                  const FoldedOutput& output, int64_t largest_sum) {
  std::vector<FoldedMultiplier> folded;
  folded.reserve(multipliers.size());
  for (const FixedPoint& multiplier : multipliers) {
    const std::optional<FoldedMultiplier> one = FoldedMultiplierOf(multiplier, output, largest_sum);
    if (!one) return {};
    folded.push_back(*one);
  }
  return folded;
}

}  // namespace litevk
