#include "kernels_cpu/elementwise/float_binary_kernel.h"
#include "kernels_cpu/elementwise/quantized_binary.h"
#include "kernels_cpu/support/fast_kernels.h"

LITEVK_FAST_KERNEL_ROW(sub,
                       {{"plain", &PrepareFloatArithmetic<&FloatBinaryFunctions::subtract>},
                        {"8 bits", &PrepareQuantizedSub},
                        {"int16", &PrepareQuantizedSub}},
                       /*overwrites_input=*/true)
