// SLICE's operands, resolved.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/opset/shapes/shape_inference.h"

namespace litevk {

struct Slice {
  std::vector<int64_t> begin;
  std::vector<int64_t> size;
};

// Resolves begins and sizes. A size of -1 reaches to the end of its dim, or is kUnknownDim if the dim is. If
// an operand is known only when a plan is made, begins are 0 and sizes unknown.
Result<Slice> ResolveSlice(const ir::ShapeQuery& query);

}  // namespace litevk
