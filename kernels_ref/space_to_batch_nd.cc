#include <vector>

#include "kernels_ref/common/pad.h"
#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/stored_inputs.h"
#include "runtime/opset/common/block_batches.h"

namespace litevk::ref {

static Status SpaceToBatch(const KernelArgs& args) {
  FillInteger(args.outputs[0], QuantizedZero(*args.outputs[0].tensor));
  const ir::Shape& input = args.inputs[0].dims();
  const ir::Shape& output = args.outputs[0].dims();
  if (input.NumElements() == 0 || output.NumElements() == 0) return {};
  StoredInputs stored(args);
  LITEVK_ASSIGN_OR_RETURN(const Blocks blocks, ReadBlocks(stored.query(), "paddings"));
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(args.inputs[0], args.outputs[0]));
  const int64_t elements = RowElements(blocks, input);
  int64_t batched = 0;
  for (const int spatial : SpatialRows(blocks, output, input)) {
    if (spatial != kNoRow) copier.Copy(spatial * elements, batched, elements);
    batched += elements;
  }
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(space_to_batch_nd, &SpaceToBatch)
