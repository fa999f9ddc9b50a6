#include <Eigen/Core>
#include <cmath>
#include <numbers>

#include "kernels_ref/elementwise/table16.h"
#include "kernels_ref/elementwise/table8.h"
#include "kernels_ref/elementwise/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

// Computes in steps that round to T, as TFLite's kernel does in float16.
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

// Applies the form of GELU that the node's options choose.
class GeluOf {
 public:
  explicit GeluOf(const KernelArgs& args)
      : approximate_(args.params.As<abi::TfLiteGeluParams>().approximate) {}

  template <typename T>
  T operator()(T value) const {
    return approximate_ ? ApproximateGelu(value) : ExactGelu(value);
  }

 private:
  bool approximate_;
};

static Status Gelu(const KernelArgs& args) { return ApplyUnary<float, Eigen::half>(args, GeluOf(args)); }

static Status Gelu8(const KernelArgs& args) {
  return ForType<int8_t, uint8_t>(args.outputs[0].type(),
                                  [&]<typename T>(T) { return ApplyTable8<T>(args, GeluOf(args)); });
}

static Status Gelu16(const KernelArgs& args) { return ApplyTable16(args, GeluOf(args)); }

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(gelu, {{"plain", &Gelu}, {"8 bits", &Gelu8}, {"int16", &Gelu16}})
