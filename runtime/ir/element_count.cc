// The element counts of Shape.
#include "runtime/ir/element_count.h"

#include <algorithm>

namespace litevk::ir {

int64_t Shape::NumElements() const {
  // Tested first, because the other dims may be too large to multiply.
  if (std::ranges::find(dims_, 0) != dims_.end()) return 0;
  int64_t count = 1;
  for (const int dim : dims_) count = TimesDim(count, dim);
  return count;
}

int64_t Shape::Rows() const {
  int64_t count = 1;
  for (size_t axis = 0; axis + 1 < dims_.size(); ++axis) count = TimesDim(count, dims_[axis]);
  return count;
}

int64_t CountBetween(const Shape& shape, int first, int last) {
  int64_t count = 1;
  for (int axis = first; axis < last; ++axis) count = TimesDim(count, shape[axis]);
  return count;
}

}  // namespace litevk::ir
