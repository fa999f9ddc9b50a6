#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/families/new_axis.h"

namespace litevk::ref {

const KernelRow kKernelRow_expand_dims = {kOpInfo_expand_dims, &CopyInput};

}  // namespace litevk::ref
