#include "kernels_cpu/elementwise/float_binary_kernel.h"
#include "kernels_cpu/elementwise/quantized_binary.h"
#include "kernels_cpu/support/fast_kernels.h"

LITEVK_FAST_KERNEL_ROW(squared_difference,
                       {{"plain", &PrepareFloatBinary<&FloatBinaryFunctions::squared_difference>},
                        {"int8", &PrepareQuantizedSquaredDifference}})
