// CONV_2D of floats with weights of 8 bits or fewer, whose images are quantized in each run.
#pragma once

#include "kernels_cpu/support/prepared_kernel.h"

namespace litevk::cpu {

std::unique_ptr<PreparedKernel> PrepareDynamicInt8Conv2d(const ref::PreparedNode& node, Isa isa);

}  // namespace litevk::cpu
