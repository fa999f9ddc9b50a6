#include <string>
#include <vector>

#include "runtime/opset/common/block_batches.h"
#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

Status Resize(const ir::ShapeQuery& query, const Blocks& blocks, std::vector<int64_t>& dims) {
  for (size_t axis = 0; axis < blocks.sizes.size(); ++axis) {
    if (dims[0] != ir::kUnknownDim) dims[0] *= blocks.sizes[axis];
    // Checked here, so that the next multiplication cannot overflow.
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
  return {};
}

Status InferSpaceToBatch(const ir::ShapeQuery& query) { return InferBlockBatches(query, "paddings", Resize); }

}  // namespace

extern const OpInfo kOpInfo_space_to_batch_nd = {
    .op_code = abi::kTfLiteBuiltinSpaceToBatchNd,
    .name = "SPACE_TO_BATCH_ND",
    .stem = "space_to_batch_nd",
    .versions = BlockBatchVersions(),
    .needed_version = VersionOfSpaceToBatchNd,
    .params = kNoParams,
    .types = BlockBatchTypes(),
    .tflite_fails = TfliteFailsAtBlocks,
    .infer_shapes = InferSpaceToBatch,
    .operands = {{"input", "block_shape", "paddings"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kImplicit, .inputs = {"NHWC", ""}, .outputs = {"NHWC"}},
    .cost = MoveCost,
};

}  // namespace litevk
