// The index of an element of a tensor.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/ir/shape.h"

namespace litevk::ir {

// Returns the index of an element, one number for each dim, by its offset in elements. The tensor is dense,
// with the last dim the fastest.
std::vector<int> IndexOf(int64_t offset, const Shape& dims);

}  // namespace litevk::ir
