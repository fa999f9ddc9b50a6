#include "kernels_cpu/move/pad_rows.h"
#include "kernels_cpu/support/fast_kernels.h"

LITEVK_FAST_KERNEL_ROW(padv2, {{"plain", &PreparePadRows}})
