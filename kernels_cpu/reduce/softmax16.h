// Softmax of int16, along the innermost dim.
#pragma once

#include <memory>

#include "kernels_cpu/support/prepared_kernel.h"

namespace litevk::cpu {

// Returns null for fewer values than pay for the table of powers.
std::unique_ptr<PreparedKernel> PrepareSoftmax16(const ref::PreparedNode& node, Isa isa);

}  // namespace litevk::cpu
