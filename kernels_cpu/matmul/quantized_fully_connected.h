// FULLY_CONNECTED of quantized values.
#pragma once

#include "kernels_cpu/support/prepared_kernel.h"

namespace litevk::cpu {

// T is the type of the input, Out that of the output.
template <typename T, typename Weight, typename Out>
std::unique_ptr<PreparedKernel> PrepareQuantizedFullyConnected(const ref::PreparedNode& node, Isa isa);

}  // namespace litevk::cpu
