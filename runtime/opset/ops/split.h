// The axis of SPLIT.
#pragma once

#include "runtime/opset/shapes/shape_inference.h"

namespace litevk {

// Input 0 is the axis, input 1 the values.
Result<int> AxisOfSplit(const ir::ShapeQuery& query);

}  // namespace litevk
