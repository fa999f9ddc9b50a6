#include <string>
#include <vector>

#include "runtime/opset/families/block_batches.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/open_operands.h"
#include "runtime/opset/shape_check.h"

namespace litevk {
namespace {

Status InferSpaceToBatch(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 3));
  if (ir::IsPlanned(query, 1) || ir::IsPlanned(query, 2)) {
    return ir::SetOpenOutput(query, query.input(0).rank());
  }
  LITEVK_ASSIGN_OR_RETURN(const Blocks blocks, ReadBlocks(query, "paddings"));
  const ir::Shape& input = query.input(0);
  std::vector<int64_t> dims(input.dims().begin(), input.dims().end());
  for (size_t axis = 0; axis < blocks.sizes.size(); ++axis) {
    if (dims[0] != ir::kUnknownDim) dims[0] *= blocks.sizes[axis];
    // Checked here, so that no further product overflows.
    LITEVK_RETURN_IF_ERROR(ir::SetOutput(query, {dims[0]}));
    if (dims[axis + 1] == ir::kUnknownDim) continue;
    const int64_t padded = dims[axis + 1] + blocks.both(axis);
    if (padded % blocks.sizes[axis] != 0) {
      return InvalidArgument("dim " + std::to_string(axis + 1) + " is " + std::to_string(padded) +
                             " with its padding, expected a multiple of " +
                             std::to_string(blocks.sizes[axis]) + " as in block_shape");
    }
    dims[axis + 1] = padded / blocks.sizes[axis];
  }
  return ir::SetOutput(query, dims);
}

}  // namespace

extern const OpInfo kOpInfo_space_to_batch_nd = {
    .op_code = abi::kTfLiteBuiltinSpaceToBatchNd,
    .name = "SPACE_TO_BATCH_ND",
    .stem = "space_to_batch_nd",
    .versions =
        {
            {1, "1.6.0", "float32, uint8, int32 and int64"},
            {2, "1.14.0", "int8"},
            {3, "2.3.0", "input with other than 4 dims"},
            {4, "2.12.0", "int16"},
        },
    .needed_version = VersionOfSpaceToBatchNd,
    .params = kNoParams,
    .types = {{.element = kFixedSize | ir::DataType::kComplex64,
               .inputs = {kT, kInt32, kInt32},
               .outputs = {kT},
               .quantized = Quantized::kMovedAlike}},
    .infer_shapes = InferSpaceToBatch,
    .operands = {{"input", "block_shape", "paddings"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kImplicit},
    .cost = MoveCost,
};

}  // namespace litevk
