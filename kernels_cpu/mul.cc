#include "kernels_cpu/elementwise/float_binary_kernel.h"
#include "kernels_cpu/elementwise/quantized_binary.h"
#include "kernels_cpu/support/fast_kernels.h"

LITEVK_FAST_KERNEL_ROW(mul,
                       {{"plain", &PrepareFloatArithmetic<&FloatBinaryFunctions::multiply>},
                        {"8 bits", &PrepareQuantizedMul},
                        {"int16", &PrepareQuantizedMul}},
                       /*overwrites_input=*/true)
