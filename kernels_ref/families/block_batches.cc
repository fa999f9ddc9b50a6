#include "kernels_ref/families/block_batches.h"

#include <algorithm>

#include "kernels_ref/support/strides.h"

namespace litevk::ref {
namespace {

int64_t DivideUp(int64_t value, int64_t divisor) { return value <= 0 ? 0 : (value + divisor - 1) / divisor; }

// The part of the copy at one position in a block, a coordinate for each spatial axis.
struct Part {
  ir::Shape dims;
  Placement batched;
  Placement spatial;
};

Part PartAt(const Blocks& blocks, const std::vector<int64_t>& position, const ir::Shape& batched,
            const ir::Shape& spatial) {
  Part part = {.dims = spatial,
               .batched = {.strides = DenseStrides(batched)},
               .spatial = {.strides = DenseStrides(spatial)}};
  for (size_t block_axis = 0; block_axis < blocks.sizes.size(); ++block_axis) {
    const size_t axis = block_axis + 1;
    const int64_t block = blocks.sizes[block_axis];
    // Along this axis p * block + shift is a coordinate of the spatial tensor.
    const int64_t shift = position[block_axis] - blocks.before(block_axis);
    const int64_t first = DivideUp(-shift, block);
    const int64_t last =
        std::min<int64_t>(batched.dims()[axis], DivideUp(spatial.dims()[axis] - shift, block));
    part.dims[static_cast<int>(axis)] = static_cast<int>(std::max<int64_t>(0, last - first));
    part.batched.first += first * part.batched.strides[axis];
    part.spatial.first += (first * block + shift) * part.spatial.strides[axis];
    part.spatial.strides[axis] *= block;
  }
  return part;
}

// The next position in row-major order; false after the last one.
bool Advance(const std::vector<int64_t>& sizes, std::vector<int64_t>* position) {
  for (size_t axis = sizes.size(); axis-- > 0;) {
    if (++(*position)[axis] < sizes[axis]) return true;
    (*position)[axis] = 0;
  }
  return false;
}

}  // namespace

void ForEachBlockPosition(
    const Blocks& blocks, const ir::Shape& batched, const ir::Shape& spatial,
    const std::function<void(const ir::Shape&, const Placement&, const Placement&)>& copy) {
  const int64_t slice = spatial[0] * CountBetween(batched, 1, batched.rank());
  std::vector<int64_t> position(blocks.sizes.size(), 0);
  int64_t first = 0;
  do {
    Part part = PartAt(blocks, position, batched, spatial);
    part.batched.first += first;
    if (part.dims.NumElements() > 0) copy(part.dims, part.batched, part.spatial);
    first += slice;
  } while (Advance(blocks.sizes, &position));
}

}  // namespace litevk::ref
