#include "runtime/ir/shape.h"

#include <algorithm>

namespace litevk::ir {

bool Shape::has_unknown() const { return std::ranges::any_of(dims_, IsUnknown); }

Shape Shape::ExpandedTo(int rank) const {
  std::vector<int> dims(static_cast<size_t>(std::max(0, rank - this->rank())), 1);
  dims.insert(dims.end(), dims_.begin(), dims_.end());
  return Shape(std::move(dims));
}

std::string Shape::ToString() const {
  if (dims_.empty()) return "scalar";
  std::string text;
  for (const int dim : dims_) {
    if (!text.empty()) text += "x";
    text += IsUnknown(dim) ? "?" : std::to_string(dim);
  }
  return text;
}

bool Broadcast(const Shape& a, const Shape& b, Shape* out) {
  const int rank = std::max(a.rank(), b.rank());
  const Shape left = a.ExpandedTo(rank);
  const Shape right = b.ExpandedTo(rank);
  *out = left;
  for (int axis = 0; axis < rank; ++axis) {
    if (left[axis] == right[axis] || right[axis] == 1) continue;
    if (IsUnknown(right[axis]) && left[axis] != 1) continue;
    if (left[axis] != 1 && !IsUnknown(left[axis])) return false;
    (*out)[axis] = right[axis];
  }
  return true;
}

}  // namespace litevk::ir
