// Products of dims that a tensor in memory need not have.
#pragma once

#include <algorithm>
#include <cstdint>

#include "runtime/ir/shape.h"

namespace litevk::ir {

// Counts end here, above what a model's check lets through. Dims that a run decides have sizes of the
// converter's, whose product may be any number.
inline constexpr int64_t kMostElements = int64_t{1} << 48;

// Returns the product, or kMostElements where it is more. An unknown dim counts as 1.
inline int64_t TimesDim(int64_t count, int dim) {
  if (__builtin_mul_overflow(count, int64_t{IsUnknown(dim) ? 1 : dim}, &count)) return kMostElements;
  return std::min(count, kMostElements);
}

}  // namespace litevk::ir
