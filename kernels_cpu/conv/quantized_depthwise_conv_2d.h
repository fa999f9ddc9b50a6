// DEPTHWISE_CONV_2D of quantized values.
#pragma once

#include "kernels_cpu/support/prepared_kernel.h"

namespace litevk::cpu {

// T is int8_t or uint8_t, the type of the image and the output, and of weights that are not packed.
template <typename T>
std::unique_ptr<PreparedKernel> PrepareQuantizedDepthwiseConv2d(const ref::PreparedNode& node, Isa isa);

}  // namespace litevk::cpu
