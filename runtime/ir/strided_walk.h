// Walks over the elements of tensors that are regular but not contiguous: slices, padded and stretched
// operands. Strides and offsets count elements. shaders/common/walk.glsl walks the same dims on the GPU.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/ir/shape.h"

namespace litevk::ir {

// Distance between neighbours along each axis of a dense tensor.
std::vector<int64_t> DenseStrides(const Shape& dims);
// Strides that read `dims` as if it were broadcast to `output`: 0 along the axes that repeat. `dims` has at
// most the rank of `output`.
std::vector<int64_t> BroadcastStrides(const Shape& dims, const Shape& output);

// The dims of a walk, outermost first, in as few as walk the same elements in the same order: dims of size 1
// are dropped, and `joins(outer, inner)` makes one of two neighbours: it adds `outer` to `inner` and returns
// true, or returns false when no single dim walks both. With `keep_row` the innermost dim above 1 is left as
// it is. At least one dim is left, Dim{} where there is no other.
template <typename Dim, typename Joins>
std::vector<Dim> MergeDims(const std::vector<Dim>& dims, bool keep_row, Joins joins) {
  std::vector<Dim> merged;  // innermost first
  for (size_t axis = dims.size(); axis-- > 0;) {
    if (dims[axis].size == 1) continue;
    const bool may_join = merged.size() > (keep_row ? 1U : 0U);
    if (!may_join || !joins(dims[axis], merged.back())) merged.push_back(dims[axis]);
  }
  if (merged.empty()) merged.push_back({});
  std::ranges::reverse(merged);
  return merged;
}

// A dim of a walk over kCount operands at once.
template <size_t kCount>
struct WalkDim {
  int64_t size = 1;
  std::array<int64_t, kCount> strides = {};  // may be negative

  bool operator==(const WalkDim&) const = default;
};

template <size_t kCount>
std::vector<WalkDim<kCount>> MergeDims(const std::vector<WalkDim<kCount>>& dims, bool keep_row) {
  return MergeDims(dims, keep_row, [](const WalkDim<kCount>& outer, WalkDim<kCount>& inner) {
    for (size_t operand = 0; operand < kCount; ++operand) {
      if (outer.strides[operand] != inner.strides[operand] * inner.size) return false;
    }
    inner.size *= outer.size;
    return true;
  });
}

// A walk over `output` that reads operands of the dims `operands`, each stretched to it.
template <size_t kCount>
std::vector<WalkDim<kCount>> BroadcastDims(const std::array<Shape, kCount>& operands, const Shape& output) {
  std::vector<WalkDim<kCount>> walk(output.dims().size());
  for (size_t operand = 0; operand < kCount; ++operand) {
    const std::vector<int64_t> strides = BroadcastStrides(operands[operand], output);
    for (size_t axis = 0; axis < walk.size(); ++axis) walk[axis].strides[operand] = strides[axis];
  }
  for (size_t axis = 0; axis < walk.size(); ++axis) walk[axis].size = output.dims()[axis];
  return walk;
}

// Along one axis of a padded tensor: `size` elements, of which those from `before` on, `source_size` of them,
// lie in the source, `stride` apart.
struct PadDim {
  int64_t size = 1;
  int64_t source_size = 1;
  int64_t before = 0;
  int64_t stride = 0;

  bool operator==(const PadDim&) const = default;
};

// `before` and `after` hold the padding of each axis of `source`.
std::vector<PadDim> PadDims(const Shape& source, const std::vector<int64_t>& before,
                            const std::vector<int64_t>& after);
std::vector<PadDim> MergeDims(const std::vector<PadDim>& dims, bool keep_row);

}  // namespace litevk::ir
