// The axis operand of the operators that work along one axis.
#pragma once

#include "runtime/opset/shapes/shape_check.h"

namespace litevk {

// The axis that input 1 names, counted from the front of input 0.
inline Result<int> ReadAxis(const ir::ShapeQuery& query) {
  LITEVK_ASSIGN_OR_RETURN(const int64_t axis, ir::ReadStoredIndex(query, 1, "axis"));
  return ir::ResolveAxis(axis, query.input(0).rank());
}

}  // namespace litevk
