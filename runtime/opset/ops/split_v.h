// The axis of SPLIT_V.
#pragma once

#include "runtime/opset/shapes/shape_inference.h"

namespace litevk {

Result<int> AxisOfSplitV(const ir::ShapeQuery& query);

}  // namespace litevk
