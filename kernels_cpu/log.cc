#include "kernels_cpu/elementwise/table8.h"
#include "kernels_cpu/support/fast_kernels.h"

LITEVK_FAST_KERNEL_ROW(log, {{"int8", &PrepareTable8Of<ref::kKernelRow_log>}})
