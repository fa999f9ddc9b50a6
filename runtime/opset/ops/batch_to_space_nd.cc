#include <string>
#include <vector>

#include "runtime/opset/families/block_batches.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/open_operands.h"
#include "runtime/opset/shape_check.h"

namespace litevk {
namespace {

Status InferBatchToSpace(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 3));
  if (ir::IsPlanned(query, 1) || ir::IsPlanned(query, 2)) {
    return ir::SetOpenOutput(query, query.input(0).rank());
  }
  LITEVK_ASSIGN_OR_RETURN(const Blocks blocks, ReadBlocks(query, "crops"));
  const ir::Shape& input = query.input(0);
  std::vector<int64_t> dims(input.dims().begin(), input.dims().end());
  for (size_t axis = 0; axis < blocks.sizes.size(); ++axis) {
    if (dims[0] != ir::kUnknownDim && dims[0] % blocks.sizes[axis] != 0) {
      return InvalidArgument("input has a batch of " + std::to_string(input[0]) +
                             ", expected a multiple of the product of block_shape");
    }
    if (dims[0] != ir::kUnknownDim) dims[0] /= blocks.sizes[axis];
    if (dims[axis + 1] == ir::kUnknownDim) continue;
    dims[axis + 1] = dims[axis + 1] * blocks.sizes[axis] - blocks.both(axis);
  }
  return ir::SetOutput(query, dims);
}

}  // namespace

extern const OpInfo kOpInfo_batch_to_space_nd = {
    .op_code = abi::kTfLiteBuiltinBatchToSpaceNd,
    .name = "BATCH_TO_SPACE_ND",
    .stem = "batch_to_space_nd",
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
    .infer_shapes = InferBatchToSpace,
    .operands = {{"input", "block_shape", "crops"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kImplicit},
    .cost = MoveCost,
};

}  // namespace litevk
