#include "kernels_cpu/elementwise/float_unary_kernel.h"
#include "kernels_cpu/elementwise/table16.h"
#include "kernels_cpu/elementwise/table8.h"
#include "kernels_cpu/support/fast_kernels.h"

LITEVK_FAST_KERNEL_ROW(tanh, {{"plain", &PrepareFloatUnary<&FloatFunctions::tanh, kTranscendentalFunction>},
                              {"int8", &PrepareTable8Of<ref::kKernelRow_tanh>},
                              {"uint8", &PrepareTable8Of<ref::kKernelRow_tanh>},
                              {"int16", &PrepareTable16Of<ref::kKernelRow_tanh>}})
