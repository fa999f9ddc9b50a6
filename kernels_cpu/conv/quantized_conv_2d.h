// CONV_2D of quantized values.
#pragma once

#include "kernels_cpu/support/prepared_kernel.h"

namespace litevk::cpu {

// T is the type of the image and the output.
template <typename T, typename Weight>
std::unique_ptr<PreparedKernel> PrepareQuantizedConv2d(const ref::PreparedNode& node, Isa isa);

}  // namespace litevk::cpu
