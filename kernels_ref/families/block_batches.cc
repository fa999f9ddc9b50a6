#include "kernels_ref/families/block_batches.h"

#include <algorithm>
#include <limits>
#include <string>

#include "kernels_ref/support/strides.h"
#include "runtime/opset/shape_check.h"

namespace litevk::ref {
namespace {

Status CheckValues(const std::vector<int64_t>& values, int64_t least, std::string_view name) {
  for (const int64_t value : values) {
    if (value >= least && value <= std::numeric_limits<int>::max()) continue;
    return InvalidArgument(std::string(name) + " has a value of " + std::to_string(value) + ", expected " +
                           std::to_string(least) + " or more");
  }
  return {};
}

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

Result<Blocks> ReadBlocks(const ir::ShapeQuery& query, std::string_view margins_name) {
  const ir::Shape& block_shape = query.input(1);
  const ir::Shape& margins = query.input(2);
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(block_shape, 1, "block_shape"));
  if (block_shape[0] >= query.input(0).rank()) {
    return InvalidArgument("block_shape has " + std::to_string(block_shape[0]) +
                           " values, expected less than the " + std::to_string(query.input(0).rank()) +
                           " dims of the input");
  }
  if (margins != ir::Shape{block_shape[0], 2}) {
    return InvalidArgument(std::string(margins_name) + " has dims " + margins.ToString() + ", expected " +
                           ir::Shape{block_shape[0], 2}.ToString());
  }
  Blocks blocks;
  LITEVK_ASSIGN_OR_RETURN(blocks.sizes, ir::ReadStoredIndices(query, 1, "block_shape"));
  LITEVK_ASSIGN_OR_RETURN(blocks.margins, ir::ReadStoredIndices(query, 2, margins_name));
  LITEVK_RETURN_IF_ERROR(CheckValues(blocks.sizes, 1, "block_shape"));
  LITEVK_RETURN_IF_ERROR(CheckValues(blocks.margins, 0, margins_name));
  return blocks;
}

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
