// Shape inference and other functions that the records of ARG_MAX and ARG_MIN share.
#pragma once

#include <string>
#include <vector>

#include "runtime/opset/common/axis.h"
#include "runtime/opset/shapes/open_operands.h"
#include "runtime/opset/shapes/shape_check.h"
#include "runtime/opset/type_set.h"

namespace litevk {

inline constexpr TypeSet kComparedTypes = {ir::DataType::kFloat32, ir::DataType::kInt8,  ir::DataType::kUInt8,
                                           ir::DataType::kInt16,   ir::DataType::kInt32, ir::DataType::kInt64,
                                           ir::DataType::kBool};

inline Status InferArgMinMax(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  const ir::Shape& input = query.input(0);
  if (ir::IsPlanned(query, 1) && input.rank() > 0) return ir::SetOpenOutput(query, input.rank() - 1);
  LITEVK_ASSIGN_OR_RETURN(const int axis, ReadAxis(query));
  if (input[axis] == 0) {
    return InvalidArgument("input has dims " + input.ToString() + ", expected an element along axis " +
                           std::to_string(axis));
  }
  std::vector<int64_t> dims(input.dims().begin(), input.dims().end());
  dims.erase(dims.begin() + axis);
  return ir::SetOutput(query, dims);
}

}  // namespace litevk
