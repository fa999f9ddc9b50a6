#include "kernels_ref/families/pad.h"

#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

const KernelRow kKernelRow_pad = {kOpInfo_pad, &PadInput};

}  // namespace litevk::ref
