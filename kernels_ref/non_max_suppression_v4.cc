#include "kernels_ref/common/non_max_suppression.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status NonMaxSuppressionV4(const KernelArgs& args) {
  const SelectedBoxes selected = SelectBoxes(args, 0.0F);
  WriteSelected(selected.indices, args.outputs[0]);
  *args.outputs[1].data<int32_t>() = static_cast<int32_t>(selected.indices.size());
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(non_max_suppression_v4, &NonMaxSuppressionV4)
