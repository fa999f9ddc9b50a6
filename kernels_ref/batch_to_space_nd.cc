#include <vector>

#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/stored_inputs.h"
#include "runtime/opset/common/block_batches.h"

namespace litevk::ref {

static Status BatchToSpace(const KernelArgs& args) {
  const ir::Shape& output = args.outputs[0].dims();
  if (output.NumElements() == 0) return {};
  StoredInputs stored(args);
  LITEVK_ASSIGN_OR_RETURN(const Blocks blocks, ReadBlocks(stored.query(), "crops"));
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(args.inputs[0], args.outputs[0]));
  const int64_t elements = RowElements(blocks, output);
  int64_t batched = 0;
  for (const int spatial : SpatialRows(blocks, args.inputs[0].dims(), output)) {
    if (spatial != kNoRow) copier.Copy(batched, spatial * elements, elements);
    batched += elements;
  }
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(batch_to_space_nd, &BatchToSpace)
