// BATCH_MATMUL of quantized values.
#pragma once

#include "kernels_cpu/support/prepared_kernel.h"

namespace litevk::cpu {

std::unique_ptr<PreparedKernel> PrepareInt8BatchMatmul(const ref::PreparedNode& node, Isa isa);

}  // namespace litevk::cpu
