// What the kernels of MaxUnpooling2D share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace litevk {

// Windows that are further apart than they are wide lie partly outside of the output: by how much before its
// first element, which is half of it.
inline int UnpoolingPadBefore(int windows, int filter, int stride) {
  const int64_t beyond = (int64_t{windows} - 1) * stride + filter - int64_t{windows} * filter;
  return static_cast<int>(std::clamp<int64_t>(beyond / 2, 0, std::numeric_limits<int>::max()));
}

}  // namespace litevk
