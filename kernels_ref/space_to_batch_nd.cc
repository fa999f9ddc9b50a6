#include "kernels_ref/families/block_batches.h"
#include "kernels_ref/families/pad.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

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

const KernelRow kKernelRow_space_to_batch_nd = {kOpInfo_space_to_batch_nd, &SpaceToBatch};

}  // namespace litevk::ref
