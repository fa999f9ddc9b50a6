// DEPTHWISE_CONV_2D of quantized values.
#pragma once

#include "kernels_cpu/support/prepared_kernel.h"

namespace litevk::cpu {

// T is int8_t, uint8_t or int16_t, the type of the image and the output.
template <typename T, typename Weight>
std::unique_ptr<PreparedKernel> PrepareQuantizedDepthwiseConv2d(const ref::PreparedNode& node, Isa isa);

}  // namespace litevk::cpu
