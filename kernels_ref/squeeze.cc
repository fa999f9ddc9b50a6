#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {}  // namespace litevk::ref

LITEVK_KERNEL_ROW(squeeze, &CopyInput)
