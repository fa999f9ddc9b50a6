// Index arithmetic over dims of any rank, in elements.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/ir/shape.h"

namespace litevk::ref {

// Distance between neighbours along each axis of a dense tensor.
inline std::vector<int64_t> DenseStrides(const ir::Shape& dims) {
  std::vector<int64_t> strides(dims.dims().size(), 1);
  for (size_t axis = strides.size(); axis-- > 1;) strides[axis - 1] = strides[axis] * dims.dims()[axis];
  return strides;
}

// Strides that read `dims` as if it were broadcast to `output`: 0 along the axes that repeat.
inline std::vector<int64_t> BroadcastStrides(const ir::Shape& dims, const ir::Shape& output) {
  const ir::Shape expanded = dims.ExpandedTo(output.rank());
  std::vector<int64_t> strides = DenseStrides(expanded);
  for (size_t axis = 0; axis < strides.size(); ++axis) {
    if (expanded.dims()[axis] == 1) strides[axis] = 0;
  }
  return strides;
}

// A position in `dims` that walks in row-major order and keeps the offsets of it under several strides.
template <size_t kCount>
class Walker {
 public:
  Walker(const ir::Shape& dims, const std::vector<int64_t> (&strides)[kCount])
      : dims_(dims), index_(dims.dims().size(), 0), strides_(strides) {}

  int64_t offset(size_t which) const { return offsets_[which]; }

  void Next() {
    for (size_t axis = index_.size(); axis-- > 0;) {
      Move(axis, 1);
      if (++index_[axis] < dims_.dims()[axis]) return;
      Move(axis, -index_[axis]);
      index_[axis] = 0;
    }
  }

 private:
  void Move(size_t axis, int64_t steps) {
    for (size_t which = 0; which < kCount; ++which) offsets_[which] += strides_[which][axis] * steps;
  }

  const ir::Shape& dims_;
  std::vector<int> index_;
  const std::vector<int64_t> (&strides_)[kCount];
  int64_t offsets_[kCount] = {};
};

}  // namespace litevk::ref
