#include <string>

#include "kernels_ref/families/block_batches.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/stored_inputs.h"
#include "runtime/opset/shape_check.h"

namespace litevk::ref {

static Status InferBatchToSpace(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 3));
  LITEVK_ASSIGN_OR_RETURN(const Blocks blocks, ReadBlocks(query, "crops"));
  const ir::Shape& input = query.input(0);
  std::vector<int64_t> dims(input.dims().begin(), input.dims().end());
  for (size_t axis = 0; axis < blocks.sizes.size(); ++axis) {
    if (dims[0] % blocks.sizes[axis] != 0) {
      return InvalidArgument("input has a batch of " + std::to_string(input[0]) +
                             ", expected a multiple of the product of block_shape");
    }
    dims[0] /= blocks.sizes[axis];
    dims[axis + 1] = dims[axis + 1] * blocks.sizes[axis] - blocks.both(axis);
  }
  return ir::SetOutput(query, dims);
}

static Status BatchToSpace(const KernelArgs& args) {
  const ir::Shape& output = args.outputs[0].dims();
  if (output.NumElements() == 0) return {};
  StoredInputs stored(args);
  LITEVK_ASSIGN_OR_RETURN(const Blocks blocks, ReadBlocks(stored.query(), "crops"));
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(args.inputs[0], args.outputs[0]));
  ForEachBlockPosition(blocks, args.inputs[0].dims(), output,
                       [&](const ir::Shape& dims, const Placement& batched, const Placement& spatial) {
                         CopyStrided(dims, copier, batched, spatial);
                       });
  return {};
}

const KernelRow kKernelRow_batch_to_space_nd = {
    .op_code = abi::kTfLiteBuiltinBatchToSpaceNd,
    .types = {{.element = kFixedSize, .inputs = {kT, kInt32, kInt32}, .outputs = {kT}}},
    .quantized = Quantized::kMoved,
    .infer_shapes = &InferBatchToSpace,
    .run = &BatchToSpace,
};

}  // namespace litevk::ref
