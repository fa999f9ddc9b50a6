#include "runtime/ir/strided_walk.h"

namespace litevk::ir {

std::vector<int64_t> DenseStrides(const Shape& dims) {
  std::vector<int64_t> strides(dims.dims().size(), 1);
  for (size_t axis = strides.size(); axis-- > 1;) strides[axis - 1] = strides[axis] * dims.dims()[axis];
  return strides;
}

std::vector<int64_t> BroadcastStrides(const Shape& dims, const Shape& output) {
  const Shape expanded = dims.ExpandedTo(output.rank());
  std::vector<int64_t> strides = DenseStrides(expanded);
  for (size_t axis = 0; axis < strides.size(); ++axis) {
    if (expanded.dims()[axis] == 1) strides[axis] = 0;
  }
  return strides;
}

std::vector<PadDim> PadDims(const Shape& source, const std::vector<int64_t>& before,
                            const std::vector<int64_t>& after) {
  const std::vector<int64_t> strides = DenseStrides(source);
  std::vector<PadDim> dims(strides.size());
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    const int64_t size = source.dims()[axis];
    dims[axis] = {before[axis] + size + after[axis], size, before[axis], strides[axis]};
  }
  return dims;
}

std::vector<PadDim> MergeDims(const std::vector<PadDim>& dims, bool keep_row) {
  // Around a dim without padding, the elements of the outer dim are whole blocks of values or of padding.
  return MergeDims(dims, keep_row, [](const PadDim& outer, PadDim& inner) {
    if (inner.size != inner.source_size || outer.stride != inner.stride * inner.size) return false;
    inner.before = outer.before * inner.size;
    inner.source_size *= outer.source_size;
    inner.size *= outer.size;
    return true;
  });
}

}  // namespace litevk::ir
