// The table of the fast CPU kernels, which Prepare (runtime/opset/prepared_kernel.h) reads.
#pragma once

#include <span>

#include "kernels_cpu/support/fast_kernels.h"

namespace litevk::cpu {

// Returns the rows in the order of kernel_list.inc.
std::span<const FastKernelRow* const> FastKernels();

// True if the operator's output may take over the memory of an input of its size (FastKernelRow).
bool OverwritesInput(const OpInfo& info);

}  // namespace litevk::cpu
