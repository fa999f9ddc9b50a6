// REVERSE_V2's operand, resolved.
#pragma once

#include <vector>

#include "runtime/opset/shapes/shape_inference.h"

namespace litevk {

// Returns for each axis of the input whether it is reversed.
Result<std::vector<bool>> ResolveReversedAxes(const ir::ShapeQuery& query);

}  // namespace litevk
