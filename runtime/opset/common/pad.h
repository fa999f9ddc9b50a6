// Operand checks that the records of PAD and PADV2 share.
#pragma once

#include <string>

#include "runtime/opset/shapes/shape_check.h"
#include "runtime/opset/shapes/shape_inference.h"
#include "runtime/opset/type_set.h"

namespace litevk {

inline constexpr TypeSet kPaddingTypes = kIndex | kBool | TypeSet{ir::DataType::kInt8, ir::DataType::kInt16};

inline Status InferPadded(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::InferPad(query));
  const ir::Tensor* value = ir::OptionalInput(query, 2);
  if (value == nullptr) return {};
  LITEVK_ASSIGN_OR_RETURN(const int64_t elements, ir::CountElements(value->dims, "constant_values"));
  if (elements == 1) return {};
  return InvalidArgument("constant_values has " + std::to_string(elements) + " elements, expected 1");
}

}  // namespace litevk
