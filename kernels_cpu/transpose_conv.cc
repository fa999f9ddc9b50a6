#include "kernels_cpu/conv/transpose_conv.h"

#include "kernels_cpu/support/fast_kernels.h"

LITEVK_FAST_KERNEL_ROW(transpose_conv, {{"float32", &litevk::cpu::PrepareFloatTransposeConv},
                                        {"int8", &litevk::cpu::PrepareQuantizedTransposeConv<int8_t>},
                                        {"uint8", &litevk::cpu::PrepareQuantizedTransposeConv<uint8_t>}})
