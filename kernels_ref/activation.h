// Fused activations as TFLite's float kernels apply them: a clamp. NONE clamps to the finite floats, which
// turns an infinity into the largest float; NaN passes.
#pragma once

#include <algorithm>
#include <limits>

#include "delegate/abi/builtin_params.h"

namespace litevk::ref {

struct ActivationRange {
  float min = std::numeric_limits<float>::lowest();
  float max = std::numeric_limits<float>::max();

  float Clamp(float value) const { return std::min(std::max(value, min), max); }
};

// The codes that TFLite's own kernels ignore (TANH, SIGN_BIT, SIGMOID) count as NONE here too.
inline ActivationRange RangeOf(int activation) {
  if (activation == abi::kTfLiteActRelu) return {.min = 0.0F};
  if (activation == abi::kTfLiteActReluN1To1) return {.min = -1.0F, .max = 1.0F};
  if (activation == abi::kTfLiteActRelu6) return {.min = 0.0F, .max = 6.0F};
  return {};
}

}  // namespace litevk::ref
