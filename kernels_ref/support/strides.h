// A walk over dims of any rank, element by element.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/ir/shape.h"
#include "runtime/ir/strided_walk.h"

namespace litevk::ref {

using ir::BroadcastStrides;
using ir::DenseStrides;

// A position that walks `dims` in row-major order and tracks its offsets under several strides.
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
