#include "kernels_cpu/pool/float_pool.h"
#include "kernels_cpu/pool/quantized_pool.h"
#include "kernels_cpu/support/fast_kernels.h"

LITEVK_FAST_KERNEL_ROW(max_pool_2d, {{"plain", &PrepareFloatPool<&FloatPixelFunctions::maximum>},
                                     {"without output scale", &PrepareQuantizedMaxPool},
                                     {"int8", &PrepareQuantizedMaxPool},
                                     {"uint8", &PrepareQuantizedMaxPool},
                                     {"int16", &PrepareQuantizedMaxPool}})
