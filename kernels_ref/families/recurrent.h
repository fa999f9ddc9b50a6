// What the recurrent operators share: the checks of their operands' shapes, and the arithmetic of one step.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "runtime/opset/kernel.h"
#include "runtime/opset/shape_check.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::ref {

using Vector = Eigen::VectorXf;
using RowMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

inline Eigen::Map<const Vector> MapVector(const float* data, Eigen::Index size) { return {data, size}; }
inline Eigen::Map<const RowMatrix> MapMatrix(const float* data, Eigen::Index rows, Eigen::Index columns) {
  return {data, rows, columns};
}
// An input whose dims infer_shapes has checked.
inline Eigen::Map<const Vector> MapVector(const ConstView& view) {
  return MapVector(view.data<float>(), view.dims().NumElements());
}
inline Eigen::Map<const RowMatrix> MapMatrix(const ConstView& view) {
  return MapMatrix(view.data<float>(), view.dims()[0], view.dims()[1]);
}

inline float Sigmoid(float value) { return 1.0F / (1.0F + std::exp(-value)); }

// Every activation code means a function here, unlike in the operators that clamp (activation.h).
inline float Activate(int activation, float value) {
  switch (activation) {
    case abi::kTfLiteActRelu:
      return std::max(value, 0.0F);
    case abi::kTfLiteActReluN1To1:
      return std::min(std::max(value, -1.0F), 1.0F);
    case abi::kTfLiteActRelu6:
      return std::min(std::max(value, 0.0F), 6.0F);
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

inline Status CheckActivation(int activation) {
  if (activation >= abi::kTfLiteActNone && activation <= abi::kTfLiteActSigmoid) return {};
  return InvalidArgument("activation is " + std::to_string(activation) + ", expected 0 to 6");
}

// Ok when the operand is there as `expected` says and then has these dims.
inline Status CheckOperand(const ir::ShapeQuery& query, int index, bool expected, const ir::Shape& dims,
                           std::string_view name) {
  const ir::Tensor* tensor = ir::OptionalInput(query, index);
  if ((tensor != nullptr) != expected) {
    return InvalidArgument(std::string(name) + (expected ? " is missing" : " is present, expected none"));
  }
  if (tensor == nullptr || tensor->dims == dims) return {};
  return InvalidArgument(std::string(name) + " has dims " + tensor->dims.ToString() + ", expected " +
                         dims.ToString());
}

// A state: a variable tensor, of any rank where the operator only counts its elements.
inline Status CheckVariable(const ir::ShapeQuery& query, int index, std::string_view name) {
  const ir::Tensor* tensor = ir::OptionalInput(query, index);
  if (tensor != nullptr && tensor->is_variable) return {};
  return InvalidArgument(std::string(name) + (tensor == nullptr ? " is missing" : " is not variable") +
                         ", expected a variable tensor");
}

inline Status CheckStateElements(const ir::ShapeQuery& query, int index, int64_t expected,
                                 std::string_view name) {
  LITEVK_RETURN_IF_ERROR(CheckVariable(query, index, name));
  LITEVK_ASSIGN_OR_RETURN(const int64_t elements, ir::CountElements(query.input(index), name));
  if (elements == expected) return {};
  return InvalidArgument(std::string(name) + " has " + std::to_string(elements) + " elements, expected " +
                         std::to_string(expected));
}

inline Status CheckOutputCount(const ir::ShapeQuery& query, size_t expected) {
  if (query.outputs.size() == expected) return {};
  return InvalidArgument("the node has " + std::to_string(query.outputs.size()) + " outputs, expected " +
                         std::to_string(expected));
}

}  // namespace litevk::ref
