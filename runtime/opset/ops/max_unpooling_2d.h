// Padding that the kernels of MaxUnpooling2D share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace litevk {

// Returns how far the windows begin before the output's first element. Windows whose stride exceeds their
// width lie partly outside of the output. Half of the excess is before it.
inline int UnpoolingPadBefore(int windows, int filter, int stride) {
  const int64_t beyond = (int64_t{windows} - 1) * stride + filter - int64_t{windows} * filter;
  return static_cast<int>(std::clamp<int64_t>(beyond / 2, 0, std::numeric_limits<int>::max()));
}

}  // namespace litevk
