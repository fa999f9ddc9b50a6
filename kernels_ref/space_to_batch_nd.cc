#include <string>

#include "kernels_ref/families/block_batches.h"
#include "kernels_ref/families/pad.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/shape_check.h"

namespace litevk::ref {

static Status InferSpaceToBatch(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 3));
  LITEVK_ASSIGN_OR_RETURN(const Blocks blocks, ReadBlocks(query, "paddings"));
  const ir::Shape& input = query.input(0);
  std::vector<int64_t> dims(input.dims().begin(), input.dims().end());
  for (size_t axis = 0; axis < blocks.sizes.size(); ++axis) {
    const int64_t padded = dims[axis + 1] + blocks.both(axis);
    if (padded % blocks.sizes[axis] != 0) {
      return InvalidArgument("dim " + std::to_string(axis + 1) + " is " + std::to_string(padded) +
                             " with its padding, expected a multiple of " +
                             std::to_string(blocks.sizes[axis]) + " as in block_shape");
    }
    dims[axis + 1] = padded / blocks.sizes[axis];
    dims[0] *= blocks.sizes[axis];
    // Checked here, so that no further product overflows.
    LITEVK_RETURN_IF_ERROR(ir::SetOutput(query, {dims[0]}));
  }
  return ir::SetOutput(query, dims);
}

static Status SpaceToBatch(const KernelArgs& args) {
  FillZero(args.outputs[0]);
  const ir::Shape& input = args.inputs[0].dims();
  if (input.NumElements() == 0) return {};
  StoredInputs stored(args);
  LITEVK_ASSIGN_OR_RETURN(const Blocks blocks, ReadBlocks(stored.query(), "paddings"));
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(args.inputs[0], args.outputs[0]));
  ForEachBlockPosition(blocks, args.outputs[0].dims(), input,
                       [&](const ir::Shape& dims, const Placement& batched, const Placement& spatial) {
                         CopyStrided(dims, copier, spatial, batched);
                       });
  return {};
}

const KernelRow kKernelRow_space_to_batch_nd = {
    .op_code = abi::kTfLiteBuiltinSpaceToBatchNd,
    .types = {{.element = kFixedSize, .inputs = {kT, kInt32, kInt32}, .outputs = {kT}}},
    .quantized = Quantized::kMoved,
    .infer_shapes = &InferSpaceToBatch,
    .run = &SpaceToBatch,
};

}  // namespace litevk::ref
