// Pooling of images of 8 and 16 bits.
#pragma once

#include <memory>

#include "kernels_cpu/support/prepared_kernel.h"

namespace litevk::cpu {

// Return null for floats.
std::unique_ptr<PreparedKernel> PrepareQuantizedMaxPool(const ref::PreparedNode& node, Isa isa);
std::unique_ptr<PreparedKernel> PrepareQuantizedMeanPool(const ref::PreparedNode& node, Isa isa);

}  // namespace litevk::cpu
