// The table of the fast CPU kernels.
#pragma once

#include <memory>
#include <span>

#include "kernels_cpu/support/fast_kernels.h"

namespace litevk::cpu {

// Returns the rows in the order of kernel_list.inc.
std::span<const FastKernelRow* const> FastKernels();

// Returns the kernel for a node whose types CheckTypes has accepted, in the instruction set of this process.
// Returns null if the plain loops of kernels_ref are to compute it.
std::unique_ptr<PreparedKernel> Prepare(const OpInfo& info, const ref::PreparedNode& node);

}  // namespace litevk::cpu
