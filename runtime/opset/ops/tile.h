// TILE's operand, resolved.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/opset/shapes/shape_inference.h"

namespace litevk {

// Returns how often each dim of the input is repeated.
Result<std::vector<int64_t>> ResolveMultiples(const ir::ShapeQuery& query);

}  // namespace litevk
