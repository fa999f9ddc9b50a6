// The type of the functions that prepare fast kernels.
#pragma once

#include <memory>

#include "kernels_cpu/simd/isa.h"
#include "runtime/opset/prepared_kernel.h"

namespace litevk::cpu {

// Returns null if the plain loops are to compute the node.
using PrepareFn = std::unique_ptr<PreparedKernel> (*)(const ref::PreparedNode& node, Isa isa);

}  // namespace litevk::cpu
