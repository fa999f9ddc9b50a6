#include "kernels_cpu/image/float_pool.h"
#include "kernels_cpu/support/fast_kernels.h"

LITEVK_FAST_KERNEL_ROW(max_pool_2d, {{"plain", &PrepareFloatPool<&FloatPixelFunctions::maximum>}})
