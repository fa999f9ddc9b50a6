// What shape functions say of outputs whose dims depend on operands that nobody knows before a plan is made
// (Constness::kPlanned).
#pragma once

#include <cstddef>
#include <vector>

#include "runtime/opset/shape_check.h"

namespace litevk::ir {

// Whether the values of the operand are known when a plan is made, and not before.
inline bool IsPlanned(const ShapeQuery& query, int index) {
  const Tensor* tensor = OptionalInput(query, index);
  return tensor != nullptr && tensor->is_planned();
}

// Writes output 0, of which nothing but the number of dims is known.
inline Status SetOpenOutput(const ShapeQuery& query, int rank) {
  return SetOutput(query, std::vector<int64_t>(static_cast<size_t>(rank), kUnknownDim));
}

// Writes every output, of which nothing but the number of dims is known.
inline Status SetOpenParts(const ShapeQuery& query, int rank) {
  const std::vector<int64_t> dims(static_cast<size_t>(rank), kUnknownDim);
  for (size_t index = 0; index < query.outputs.size(); ++index) {
    LITEVK_RETURN_IF_ERROR(SetOutput(query, index, dims));
  }
  return {};
}

}  // namespace litevk::ir
