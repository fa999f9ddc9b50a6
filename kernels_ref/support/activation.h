// Fused activations as TFLite's kernels apply them: a clamp. NONE clamps floats to finite values, which turns
// an infinity into the largest float; a NaN passes.
#pragma once

#include <algorithm>
#include <limits>

#include "runtime/tflite/builtin_params.h"

namespace litevk::ref {

template <typename T = float>
struct ActivationRange {
  T min = std::numeric_limits<T>::lowest();
  T max = std::numeric_limits<T>::max();

  T Clamp(T value) const { return std::min(std::max(value, min), max); }
};

// Returns the range of an activation. Codes that TFLite's own kernels ignore (TANH, SIGN_BIT, SIGMOID) count
// as NONE here too. For unsigned types the -1 of RELU_N1_TO_1 is the largest value, as in TFLite.
template <typename T = float>
ActivationRange<T> RangeOf(int activation) {
  const auto zero = static_cast<T>(0);
  if (activation == abi::kTfLiteActRelu) return {.min = zero};
  if (activation == abi::kTfLiteActReluN1To1) return {.min = static_cast<T>(-1), .max = static_cast<T>(1)};
  if (activation == abi::kTfLiteActRelu6) return {.min = zero, .max = static_cast<T>(6)};
  return {};
}

}  // namespace litevk::ref
