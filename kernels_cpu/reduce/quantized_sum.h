// Sums and means of quantized values.
#pragma once

#include <memory>

#include "kernels_cpu/support/prepared_kernel.h"

namespace litevk::cpu {

// The kernels take axes that lie side by side, axes of one element aside.
std::unique_ptr<PreparedKernel> PrepareQuantizedSum(const ref::PreparedNode& node, Isa isa);
std::unique_ptr<PreparedKernel> PrepareQuantizedMean(const ref::PreparedNode& node, Isa isa);

}  // namespace litevk::cpu
