// Arithmetic of a time step, shared by the recurrent operators.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/opset/kernel.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::ref {

using Vector = Eigen::VectorXf;
using RowMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

inline Eigen::Map<const Vector> MapVector(const float* data, Eigen::Index size) { return {data, size}; }
inline Eigen::Map<const RowMatrix> MapMatrix(const float* data, Eigen::Index rows, Eigen::Index columns) {
  return {data, rows, columns};
}
// Maps an input whose dims infer_shapes has checked.
inline Eigen::Map<const Vector> MapVector(const ConstView& view) {
  return MapVector(view.data<float>(), view.dims().NumElements());
}
inline Eigen::Map<const RowMatrix> MapMatrix(const ConstView& view) {
  return MapMatrix(view.data<float>(), view.dims()[0], view.dims()[1]);
}

// Replaces infinities by the largest floats, as TFLite does before it multiplies a matrix by a vector.
inline Vector Finite(const Vector& values) {
  return values.unaryExpr([](float value) {
    constexpr float kLargest = std::numeric_limits<float>::max();
    return std::clamp(value, -kLargest, kLargest);
  });
}

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

inline Vector ActivateAll(int activation, const Vector& values) {
  return values.unaryExpr([activation](float value) { return Activate(activation, value); });
}

}  // namespace litevk::ref
