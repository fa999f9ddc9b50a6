// Functions that the records of BATCH_TO_SPACE_ND and SPACE_TO_BATCH_ND share, and their block operands.
#pragma once

#include <string_view>
#include <vector>

#include "runtime/opset/op_info.h"
#include "runtime/opset/shapes/shape_inference.h"

namespace litevk {

struct Blocks {
  std::vector<int64_t> sizes;    // block size along each spatial axis, 1 or more
  std::vector<int64_t> margins;  // elements before and after each spatial axis, 0 or more, that the operator
                                 // crops or pads

  int64_t before(size_t axis) const { return margins[2 * axis]; }
  int64_t both(size_t axis) const { return margins[2 * axis] + margins[2 * axis + 1]; }
};

// Reads inputs 1 and 2. `margins_name`: crops or paddings.
Result<Blocks> ReadBlocks(const ir::ShapeQuery& query, std::string_view margins_name);

// Infers the output's dims. `resize` changes the input's dims, some of which may be unknown, into them.
using ResizeBatches = Status (*)(const ir::ShapeQuery& query, const Blocks& blocks,
                                 std::vector<int64_t>& dims);
Status InferBlockBatches(const ir::ShapeQuery& query, std::string_view margins_name, ResizeBatches resize);

// OpInfo::versions and OpInfo::types of both operators.
std::vector<OpVersion> BlockBatchVersions();
std::vector<Signature> BlockBatchTypes();

// SpatialRows returns, by row of the batched tensor, the row of the spatial one, or kNoRow where that lies
// outside. A row has all elements after the spatial axes; the tensors are {block positions x batch, axes,
// rest} and {batch, axes, rest}. The element (b, n), p of the first is n, p * block + b - before of the
// second. The batch is not 0.
inline constexpr int kNoRow = -1;
std::vector<int> SpatialRows(const Blocks& blocks, const ir::Shape& batched, const ir::Shape& spatial);

// Number of elements in a row.
int64_t RowElements(const Blocks& blocks, const ir::Shape& dims);

}  // namespace litevk
