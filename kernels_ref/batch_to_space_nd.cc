#include "kernels_ref/families/block_batches.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/stored_inputs.h"

namespace litevk::ref {

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

const KernelRow kKernelRow_batch_to_space_nd = {kOpInfo_batch_to_space_nd, &BatchToSpace};

}  // namespace litevk::ref
