#include "runtime/opset/families/block_batches.h"

#include <limits>
#include <string>

#include "runtime/opset/shape_check.h"

namespace litevk {
namespace {

Status CheckValues(const std::vector<int64_t>& values, int64_t least, std::string_view name) {
  for (const int64_t value : values) {
    if (value >= least && value <= std::numeric_limits<int>::max()) continue;
    return InvalidArgument(std::string(name) + " has a value of " + std::to_string(value) + ", expected " +
                           std::to_string(least) + " or more");
  }
  return {};
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

}  // namespace litevk
