#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Rank(const KernelArgs& args) {
  args.outputs[0].data<int32_t>()[0] = args.inputs[0].dims().rank();
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(rank, &Rank)
