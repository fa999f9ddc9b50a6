// The axis that an operator adds to its input's dims: EXPAND_DIMS, PACK, ONE_HOT.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/shape.h"

namespace litevk {

// Returns the position of the new axis in the output, counted from the front. An `axis` of -1 puts it last.
inline Result<int> ResolveNewAxis(int64_t axis, int input_rank) {
  if (axis >= -input_rank - 1 && axis <= input_rank) {
    return static_cast<int>(axis < 0 ? axis + input_rank + 1 : axis);
  }
  return InvalidArgument("axis is " + std::to_string(axis) + ", expected " + std::to_string(-input_rank - 1) +
                         " to " + std::to_string(input_rank));
}

inline std::vector<int64_t> InsertDim(const ir::Shape& input, int axis, int64_t dim) {
  std::vector<int64_t> dims(input.dims().begin(), input.dims().end());
  dims.insert(dims.begin() + axis, dim);
  return dims;
}

}  // namespace litevk
