// Fused activations of hybrid and recurrent operators.
#pragma once

#include <algorithm>
#include <cmath>

#include "runtime/tflite/builtin_params.h"

namespace litevk::ref {

inline float Sigmoid(float value) { return 1.0F / (1.0F + std::exp(-value)); }

// Clamps as TFLite's recurrent kernels do, which replace a NaN by the lower bound.
inline float ClampOrLower(float value, float low, float high) { return std::max(low, std::min(value, high)); }

// Applies a fused activation. Each code is a function here, unlike in the operators that clamp
// (activation.h).
inline float Activate(int activation, float value) {
  switch (activation) {
    case abi::kTfLiteActRelu:
      return std::max(0.0F, value);
    case abi::kTfLiteActReluN1To1:
      return ClampOrLower(value, -1.0F, 1.0F);
    case abi::kTfLiteActRelu6:
      return ClampOrLower(value, 0.0F, 6.0F);
    case abi::kTfLiteActTanh:
      return std::tanh(value);
    case abi::kTfLiteActSignBit:
      return std::signbit(value) ? 1.0F : 0.0F;
    case abi::kTfLiteActSigmoid:
      return Sigmoid(value);
    default:
      return value;
  }
}

}  // namespace litevk::ref
