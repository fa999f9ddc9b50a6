#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/common/new_axis.h"

namespace litevk::ref {}  // namespace litevk::ref

LITEVK_KERNEL_ROW(expand_dims, &CopyInput)
