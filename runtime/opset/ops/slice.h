// SLICE's operands, resolved.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/opset/shape_inference.h"

namespace litevk {

struct Slice {
  std::vector<int64_t> begin;
  std::vector<int64_t> size;
};

// A size of -1 reaches to the end of its dim, and is kUnknownDim where that is. Where an operand is known
// only when a plan is made, every begin is 0 and every size unknown.
Result<Slice> ResolveSlice(const ir::ShapeQuery& query);

}  // namespace litevk
