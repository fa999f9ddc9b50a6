#include <string>
#include <vector>

#include "runtime/opset/common/block_batches.h"
#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

Status Resize(const ir::ShapeQuery& query, const Blocks& blocks, std::vector<int64_t>& dims) {
  for (size_t axis = 0; axis < blocks.sizes.size(); ++axis) {
    if (dims[0] != ir::kUnknownDim && dims[0] % blocks.sizes[axis] != 0) {
      return InvalidArgument("input has a batch of " + std::to_string(query.input(0)[0]) +
                             ", expected a multiple of the product of block_shape");
    }
    if (dims[0] != ir::kUnknownDim) dims[0] /= blocks.sizes[axis];
    if (dims[axis + 1] == ir::kUnknownDim) continue;
    dims[axis + 1] = dims[axis + 1] * blocks.sizes[axis] - blocks.both(axis);
  }
  return {};
}

Status InferBatchToSpace(const ir::ShapeQuery& query) { return InferBlockBatches(query, "crops", Resize); }

}  // namespace

extern const OpInfo kOpInfo_batch_to_space_nd = {
    .op_code = abi::kTfLiteBuiltinBatchToSpaceNd,
    .name = "BATCH_TO_SPACE_ND",
    .stem = "batch_to_space_nd",
    .versions = BlockBatchVersions(),
    .needed_version = VersionOfSpaceToBatchNd,
    .params = kNoParams,
    .types = BlockBatchTypes(),
    .tflite_fails = TfliteFailsAtBlocks,
    .infer_shapes = InferBatchToSpace,
    .operands = {{"input", "block_shape", "crops"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kImplicit, .inputs = {"NHWC", ""}, .outputs = {"NHWC"}},
    .cost = MoveCost,
};

}  // namespace litevk
