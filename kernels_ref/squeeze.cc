#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

const KernelRow kKernelRow_squeeze = {kOpInfo_squeeze, &CopyInput};

}  // namespace litevk::ref
