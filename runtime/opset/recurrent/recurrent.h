// Operand checks and the cost function that the records of the recurrent operators share.
#pragma once

#include <string>
#include <string_view>

#include "runtime/opset/op_cost.h"
#include "runtime/opset/shapes/shape_check.h"
#include "runtime/opset/shapes/shape_inference.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {

inline Status CheckActivation(int activation) {
  if (activation >= abi::kTfLiteActNone && activation <= abi::kTfLiteActSigmoid) return {};
  return InvalidArgument("activation is " + std::to_string(activation) + ", expected 0 to 6");
}

// Ok if the operand is present exactly when `expected`, and then has these dims.
inline Status CheckOperand(const ir::ShapeQuery& query, int index, bool expected, const ir::Shape& dims,
                           std::string_view name) {
  const ir::Tensor* tensor = ir::OptionalInput(query, index);
  if ((tensor != nullptr) != expected) {
    return InvalidArgument(std::string(name) + (expected ? " is missing" : " is present, expected none"));
  }
  if (tensor == nullptr) return {};
  ir::Shape found = tensor->dims;
  if (ir::Agree(found, dims)) return {};
  return InvalidArgument(std::string(name) + " has dims " + tensor->dims.ToString() + ", expected " +
                         dims.ToString());
}

// Ok if the operand is a state, that is, a variable tensor. Operators that only count its elements take any
// rank.
inline Status CheckVariable(const ir::ShapeQuery& query, int index, std::string_view name) {
  const ir::Tensor* tensor = ir::OptionalInput(query, index);
  if (tensor != nullptr && tensor->is_variable) return {};
  return InvalidArgument(std::string(name) + (tensor == nullptr ? " is missing" : " is not variable") +
                         ", expected a variable tensor");
}

// Ok if the state has `each` elements for each row of the batch.
inline Status CheckStateElements(const ir::ShapeQuery& query, int index, int batch, int each,
                                 std::string_view name) {
  LITEVK_RETURN_IF_ERROR(CheckVariable(query, index, name));
  LITEVK_ASSIGN_OR_RETURN(const int64_t elements, ir::CountElements(query.input(index), name));
  const bool is_open = ir::IsUnknown(batch) || query.input(index).has_unknown();
  const int64_t expected = int64_t{batch} * each;
  if (is_open || elements == expected) return {};
  return InvalidArgument(std::string(name) + " has " + std::to_string(elements) + " elements, expected " +
                         std::to_string(expected));
}

inline Status CheckOutputCount(const ir::ShapeQuery& query, size_t expected) {
  if (query.outputs.size() == expected) return {};
  return InvalidArgument("the node has " + std::to_string(query.outputs.size()) + " outputs, expected " +
                         std::to_string(expected));
}

// Counts a multiply-add for each element of each constant matrix, once for each vector of the input.
inline OpCost RecurrentCost(const ir::NodeView& view) {
  double weights = 0;
  for (int index = 1; index < view.input_count(); ++index) {
    const bool is_matrix = view.input_is_known(index) && view.input(index).dims.rank() == 2;
    if (is_matrix) weights += ElementsOf(view.input(index));
  }
  return CostOf(view, 2 * weights * static_cast<double>(view.input(0).dims.Rows()));
}

}  // namespace litevk
