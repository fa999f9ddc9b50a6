// Arithmetic of a time step, shared by the recurrent operators.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <limits>

#include "kernels_ref/common/activate.h"
#include "runtime/opset/kernel.h"

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

inline Vector ActivateAll(int activation, const Vector& values) {
  return values.unaryExpr([activation](float value) { return Activate(activation, value); });
}

}  // namespace litevk::ref
