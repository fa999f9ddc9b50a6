#include "kernels_cpu/pool/float_pool.h"
#include "kernels_cpu/pool/quantized_pool.h"
#include "kernels_cpu/support/fast_kernels.h"

LITEVK_FAST_KERNEL_ROW(average_pool_2d, {{"plain", &PrepareFloatPool<&FloatPixelFunctions::average>},
                                         {"without output scale", &PrepareQuantizedMeanPool},
                                         {"int8", &PrepareQuantizedMeanPool},
                                         {"uint8", &PrepareQuantizedMeanPool},
                                         {"int16", &PrepareQuantizedMeanPool}})
