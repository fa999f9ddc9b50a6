#include "kernels_ref/elementwise/select.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status SelectV2(const KernelArgs& args) { return ApplySelect(args, args.inputs[0].dims()); }

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(select_v2, &SelectV2)
