#include "kernels_ref/families/pad.h"

#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

const KernelRow kKernelRow_padv2 = {kOpInfo_padv2, &PadInput};

}  // namespace litevk::ref
