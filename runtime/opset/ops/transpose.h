// TRANSPOSE's second operand, resolved.
#pragma once

#include <vector>

#include "runtime/opset/shapes/shape_inference.h"

namespace litevk {

// The input's axis for each axis of the output.
Result<std::vector<int>> ResolvePermutation(const ir::ShapeQuery& query);

}  // namespace litevk
