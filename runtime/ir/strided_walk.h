// Iteration over tensor elements that are regular but not contiguous: slices, padded and broadcast operands.
// Strides and offsets count elements. shaders/common/walk.glsl iterates over the same dims on the GPU.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/ir/shape.h"

namespace litevk::ir {

// Returns the distance between neighbours along each axis of a dense tensor.
std::vector<int64_t> DenseStrides(const Shape& dims);
// Returns strides that read `dims` as if broadcast to `output`: 0 along repeated axes. `dims` has at most the
// rank of `output`.
std::vector<int64_t> BroadcastStrides(const Shape& dims, const Shape& output);

// Returns the fewest dims, outermost first, that walk the same elements in the same order. Dims of size 1 are
// dropped. Neighbours are merged if `joins(outer, inner)` adds `outer` to `inner` and returns true. It
// returns false if no single dim can replace both.
//
// With `keep_row`, the innermost dim above 1 is not merged. At least one dim is left, Dim{} if there is no
// other.
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

// Returns a walk over `output` that reads operands with the dims `operands`, each broadcast to it.
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

// One axis of a padded tensor with `size` elements. Those in [before, before + source_size) lie in the
// source, `stride` apart.
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
