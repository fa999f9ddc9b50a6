#include "kernels_cpu/elementwise/float_binary_kernel.h"
#include "kernels_cpu/elementwise/quantized_binary.h"
#include "kernels_cpu/support/fast_kernels.h"

LITEVK_FAST_KERNEL_ROW(add,
                       {{"plain", &PrepareFloatArithmetic<&FloatBinaryFunctions::add>},
                        {"int8", &PrepareQuantizedAdd},
                        {"uint8", &PrepareQuantizedAdd},
                        {"int16", &PrepareQuantizedAdd}},
                       /*overwrites_input=*/true)
