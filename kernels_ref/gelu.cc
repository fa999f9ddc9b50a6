#include <Eigen/Core>
#include <cmath>
#include <numbers>

#include "kernels_ref/families/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

// Each step rounds to T, as TFLite's kernel does in float16.
template <typename T>
static T ExactGelu(T value) {
  constexpr auto kScale = static_cast<float>(-1.0 / std::numbers::sqrt2);
  const T scaled = value * static_cast<T>(kScale);
  return static_cast<T>(0.5F) * value * static_cast<T>(std::erfc(static_cast<float>(scaled)));
}

template <typename T>
static T ApproximateGelu(T value) {
  constexpr auto kSqrtTwoOverPi = static_cast<float>(std::numbers::sqrt2 * std::numbers::inv_sqrtpi);
  const T cubic = value + static_cast<T>(0.044715F) * (value * value * value);
  const T bend = static_cast<T>(std::tanh(static_cast<float>(static_cast<T>(kSqrtTwoOverPi) * cubic)));
  return static_cast<T>(0.5F) * value * (static_cast<T>(1.0F) + bend);
}

static Status Gelu(const KernelArgs& args) {
  const bool approximate = args.params.As<abi::TfLiteGeluParams>().approximate;
  return ApplyUnary<float, Eigen::half>(
      args, [approximate](auto value) { return approximate ? ApproximateGelu(value) : ExactGelu(value); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(gelu, &Gelu)
