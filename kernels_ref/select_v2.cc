#include "kernels_ref/families/select.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status SelectV2(const KernelArgs& args) { return ApplySelect(args, args.inputs[0].dims()); }

const KernelRow kKernelRow_select_v2 = {kOpInfo_select_v2, &SelectV2};

}  // namespace litevk::ref
