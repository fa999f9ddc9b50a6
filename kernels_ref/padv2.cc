#include "kernels_ref/common/pad.h"

#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {}  // namespace litevk::ref

LITEVK_KERNEL_ROW(padv2, &PadInput, /*checks_values=*/false, &CheckPadding)
