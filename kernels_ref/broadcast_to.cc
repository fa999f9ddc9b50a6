#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/strides.h"

namespace litevk::ref {

static Status BroadcastTo(const KernelArgs& args) {
  const ir::Shape& dims = args.outputs[0].dims();
  if (dims.NumElements() == 0) return {};
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(args.inputs[0], args.outputs[0]));
  CopyStrided(dims, copier, {.strides = BroadcastStrides(args.inputs[0].dims(), dims)},
              {.strides = DenseStrides(dims)});
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(broadcast_to, &BroadcastTo)
