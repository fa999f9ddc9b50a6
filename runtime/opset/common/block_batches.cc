#include "runtime/opset/common/block_batches.h"

#include <limits>
#include <string>

#include "runtime/opset/shapes/open_operands.h"
#include "runtime/opset/shapes/shape_check.h"

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

int SpatialRow(const Blocks& blocks, const ir::Shape& batched, const ir::Shape& spatial, int64_t row) {
  const auto axes = static_cast<int>(blocks.sizes.size());
  std::vector<int64_t> at(static_cast<size_t>(axes) + 1);
  for (int axis = axes; axis >= 0; --axis) {
    at[static_cast<size_t>(axis)] = row % batched[axis];
    row /= batched[axis];
  }
  int64_t position = at[0] / spatial[0];
  for (size_t axis = blocks.sizes.size(); axis-- > 0;) {
    at[axis + 1] = at[axis + 1] * blocks.sizes[axis] + position % blocks.sizes[axis] - blocks.before(axis);
    position /= blocks.sizes[axis];
  }
  int64_t spatial_row = at[0] % spatial[0];
  for (int axis = 1; axis <= axes; ++axis) {
    const int64_t index = at[static_cast<size_t>(axis)];
    if (index < 0 || index >= spatial[axis]) return kNoRow;
    spatial_row = spatial_row * spatial[axis] + index;
  }
  return static_cast<int>(spatial_row);
}

}  // namespace

std::vector<int> SpatialRows(const Blocks& blocks, const ir::Shape& batched, const ir::Shape& spatial) {
  const int64_t count = ir::CountBetween(batched, 0, static_cast<int>(blocks.sizes.size()) + 1);
  std::vector<int> rows;
  rows.reserve(static_cast<size_t>(count));
  for (int64_t row = 0; row < count; ++row) rows.push_back(SpatialRow(blocks, batched, spatial, row));
  return rows;
}

int64_t RowElements(const Blocks& blocks, const ir::Shape& dims) {
  return ir::CountBetween(dims, static_cast<int>(blocks.sizes.size()) + 1, dims.rank());
}

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

Status InferBlockBatches(const ir::ShapeQuery& query, std::string_view margins_name, ResizeBatches resize) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 3));
  if (ir::IsPlanned(query, 1) || ir::IsPlanned(query, 2)) {
    return ir::SetOpenOutput(query, query.input(0).rank());
  }
  LITEVK_ASSIGN_OR_RETURN(const Blocks blocks, ReadBlocks(query, margins_name));
  const ir::Shape& input = query.input(0);
  std::vector<int64_t> dims(input.dims().begin(), input.dims().end());
  LITEVK_RETURN_IF_ERROR(resize(query, blocks, dims));
  return ir::SetOutput(query, dims);
}

std::vector<OpVersion> BlockBatchVersions() {
  return {{1, "1.6.0", "float32, uint8, int32 and int64"},
          {2, "1.14.0", "int8"},
          {3, "2.3.0", "input with other than 4 dims"},
          {4, "2.12.0", "int16"}};
}

std::vector<Signature> BlockBatchTypes() {
  return {{.element = kFixedSize | ir::DataType::kComplex64,
           .inputs = {kT, kInt32, kInt32},
           .outputs = {kT},
           .quantized = Quantized::kMovedEven}};
}

}  // namespace litevk
