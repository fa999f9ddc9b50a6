// Softmax of quantized values of 8 bits, along the innermost dim.
#pragma once

#include <memory>

#include "kernels_cpu/support/prepared_kernel.h"

namespace litevk::cpu {

std::unique_ptr<PreparedKernel> PrepareQuantizedSoftmax(const ref::PreparedNode& node, Isa isa);

}  // namespace litevk::cpu
