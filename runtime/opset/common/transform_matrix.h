// Checks for operators that apply the first two rows of a 4 x 4 matrix to points.
#pragma once

#include <string>
#include <string_view>

#include "runtime/opset/shapes/shape_check.h"

namespace litevk {

inline constexpr int kMatrixElements = 16;

// Checks the matrix and the batch. TFLite's kernels read the first 16 values of input 1, and only the first
// image or list of points.
inline Status CheckMatrixAndBatch(const ir::ShapeQuery& query, std::string_view name) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  LITEVK_ASSIGN_OR_RETURN(const int64_t elements, ir::CountElements(query.input(1), "matrix"));
  if (elements != kMatrixElements && !query.input(1).has_unknown()) {
    return InvalidArgument("matrix has dims " + query.input(1).ToString() + ", expected 16 elements");
  }
  if (query.input(0).rank() > 0 && ir::MayEqual(query.input(0)[0], 1)) return {};
  return InvalidArgument(std::string(name) + " has dims " + query.input(0).ToString() +
                         ", expected a batch of 1");
}

}  // namespace litevk
