// Shape inference of outputs whose dims depend on operands that are unknown until a plan is made
// (Constness::kPlanned).
#pragma once

#include <cstddef>
#include <vector>

#include "runtime/opset/shapes/shape_check.h"

namespace litevk::ir {

// True if the operand's values become known only when a plan is made.
inline bool IsPlanned(const ShapeQuery& query, int index) {
  const Tensor* tensor = OptionalInput(query, index);
  return tensor != nullptr && tensor->is_planned();
}

// Sets output 0 to `rank` unknown dims.
inline Status SetOpenOutput(const ShapeQuery& query, int rank) {
  return SetOutput(query, std::vector<int64_t>(static_cast<size_t>(rank), kUnknownDim));
}

// Sets every output to `rank` unknown dims.
inline Status SetOpenParts(const ShapeQuery& query, int rank) {
  const std::vector<int64_t> dims(static_cast<size_t>(rank), kUnknownDim);
  for (size_t index = 0; index < query.outputs.size(); ++index) {
    LITEVK_RETURN_IF_ERROR(SetOutput(query, index, dims));
  }
  return {};
}

}  // namespace litevk::ir
