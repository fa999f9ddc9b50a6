#include "runtime/opset/ops/scatter_nd.h"

#include <cstring>
#include <string>

#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

// Returns the dims that the operand states, or unknown ones if its values become known only with a plan.
Result<std::vector<int64_t>> ReadTarget(const ir::ShapeQuery& query) {
  const ir::Shape& shape = query.input(2);
  if (query.inputs[2]->is_planned())
    return std::vector<int64_t>(static_cast<size_t>(shape[0]), ir::kUnknownDim);
  LITEVK_ASSIGN_OR_RETURN(std::vector<int64_t> target, ir::ReadStoredIndices(query, 2, "shape"));
  for (const int64_t dim : target) {
    if (dim >= 0) continue;
    return InvalidArgument("shape has a dim of " + std::to_string(dim) + ", expected 0 or more");
  }
  return target;
}

Status CheckRanks(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(2), 1, "shape"));
  if (query.input(0).rank() > 0 && query.input(1).rank() > 0) return {};
  return InvalidArgument("indices have dims " + query.input(0).ToString() + " and updates " +
                         query.input(1).ToString() + ", expected vectors or more");
}

// True if the updates have a slice of the output for each index vector. Unknown dims match any dim. Unknown
// dims of `output` are then set to those of the updates.
bool UpdatesFit(const ir::Shape& indices, const ir::Shape& updates, std::vector<int64_t>& output) {
  const auto positions = static_cast<size_t>(indices.rank() - 1);
  for (size_t axis = 0; axis < positions; ++axis) {
    if (axis >= updates.dims().size() || !ir::MayEqual(updates.dims()[axis], indices.dims()[axis]))
      return false;
  }
  if (ir::IsUnknown(indices.dims().back())) return true;
  const auto width = static_cast<size_t>(indices.dims().back());
  if (width > output.size() || updates.dims().size() - positions != output.size() - width) return false;
  for (size_t axis = width; axis < output.size(); ++axis) {
    const int dim = updates.dims()[positions + axis - width];
    if (output[axis] == ir::kUnknownDim) output[axis] = dim;
    if (output[axis] != dim && !ir::IsUnknown(dim)) return false;
  }
  return true;
}

Status InferScatterNd(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 3));
  LITEVK_RETURN_IF_ERROR(CheckRanks(query));
  LITEVK_ASSIGN_OR_RETURN(std::vector<int64_t> target, ReadTarget(query));
  if (UpdatesFit(query.input(0), query.input(1), target)) return ir::SetOutput(query, target);
  return InvalidArgument("updates have dims " + query.input(1).ToString() +
                         ", expected a slice of the output, of " + std::to_string(target.size()) +
                         " dims as its shape says, for each position of the indices, " +
                         query.input(0).ToString());
}

// Counts an addition for each value of the updates.
OpCost CostOfScatterNd(const ir::NodeView& view) { return CostOf(view, ElementsOf(view.input(1))); }

}  // namespace

Result<std::vector<int64_t>> SliceIndices(std::span<const std::byte> indices, const ir::Shape& indices_dims,
                                          const ir::Shape& output) {
  const auto width = static_cast<size_t>(indices_dims.dims().back());
  int64_t rows = 1;
  for (int axis = 0; axis + 1 < indices_dims.rank(); ++axis) rows *= indices_dims[axis];
  std::vector<int64_t> positions(static_cast<size_t>(rows), 0);
  for (size_t position = 0; position < positions.size() * width; ++position) {
    int32_t index = 0;
    std::memcpy(&index, indices.data() + position * sizeof(index), sizeof(index));
    const size_t axis = position % width;
    const int dim = output.dims()[axis];
    if (index < 0 || index >= dim) {
      return InvalidArgument("an index is " + std::to_string(index) + ", expected 0 or more and less than " +
                             std::to_string(dim) + ", dim " + std::to_string(axis) + " of the output");
    }
    int64_t& offset = positions[position / width];
    offset = offset * dim + index;
  }
  return positions;
}

extern const OpInfo kOpInfo_scatter_nd = {
    .op_code = abi::kTfLiteBuiltinScatterNd,
    .name = "SCATTER_ND",
    .stem = "scatter_nd",
    .versions =
        {
            {1, "2.1.0", "float32, int8, uint8, int32, int64 and bool"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kInt8, ir::DataType::kUInt8,
                           ir::DataType::kInt32, ir::DataType::kInt64, ir::DataType::kBool},
               .inputs = {kInt32, kT, kInt32},
               .outputs = {kT}},
              // The stored integers are added, without scales.
              {.name = "quantized",
               .element = {ir::DataType::kInt8, ir::DataType::kUInt8},
               .inputs = {kInt32, kT, kInt32},
               .outputs = {kT},
               .quantized = Quantized::kMoved}},
    .infer_shapes = InferScatterNd,
    .operands = {{"indices", "updates", "shape"}, {"output"}},
    .numeric_class = {NumericKind::kRounding},
    .layout = {LayoutRole::kTerminate},
    .cost = CostOfScatterNd,
};

}  // namespace litevk
