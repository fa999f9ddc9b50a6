#include "kernels_cpu/elementwise/float_unary_kernel.h"
#include "kernels_cpu/elementwise/table16.h"
#include "kernels_cpu/elementwise/table8.h"
#include "kernels_cpu/support/fast_kernels.h"

LITEVK_FAST_KERNEL_ROW(logistic,
                       {{"plain", &PrepareFloatUnary<&FloatFunctions::logistic, kTranscendentalFunction>},
                        {"int8", &PrepareTable8Of<ref::kKernelRow_logistic>},
                        {"uint8", &PrepareTable8Of<ref::kKernelRow_logistic>},
                        {"int16", &PrepareTable16Of<ref::kKernelRow_logistic>}})
