// Saturating products of dims, for tensors that need not be in memory.
#pragma once

#include <algorithm>
#include <cstdint>

#include "runtime/ir/shape.h"

namespace litevk::ir {

// Counts saturate here, above the limit that models are checked for. The converter gives run-time dims
// arbitrary sizes, whose product may overflow.
inline constexpr int64_t kMostElements = int64_t{1} << 48;

// Returns the product, or kMostElements if it is larger. An unknown dim counts as 1.
inline int64_t TimesDim(int64_t count, int dim) {
  if (__builtin_mul_overflow(count, int64_t{IsUnknown(dim) ? 1 : dim}, &count)) return kMostElements;
  return std::min(count, kMostElements);
}

}  // namespace litevk::ir
