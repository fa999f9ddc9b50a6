#include "kernels_cpu/elementwise/float_unary_kernel.h"
#include "kernels_cpu/elementwise/table8.h"
#include "kernels_cpu/support/fast_kernels.h"

LITEVK_FAST_KERNEL_ROW(relu_0_to_1, {{"plain", &PrepareFloatUnary<&FloatFunctions::relu_0_to_1>},
                                     {"8 bits", &PrepareTable8Of<ref::kKernelRow_relu_0_to_1>}})
