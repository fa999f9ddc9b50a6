#include "kernels_cpu/elementwise/float_unary_kernel.h"
#include "kernels_cpu/elementwise/table8.h"
#include "kernels_cpu/support/fast_kernels.h"

LITEVK_FAST_KERNEL_ROW(relu, {{"plain", &PrepareFloatUnary<&FloatFunctions::relu>},
                              {"8 bits", &PrepareTable8Of<ref::kKernelRow_relu>}})
