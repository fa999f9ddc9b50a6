// Padding of tensors of any type with addressable elements.
#pragma once

#include <memory>

#include "kernels_cpu/support/prepared_kernel.h"

namespace litevk::cpu {

// Returns a kernel of a node with paddings, input 1, and maybe the padding value, input 2. Rows are copied
// and filled as a whole. Returns null for packed elements and strings.
std::unique_ptr<PreparedKernel> PreparePadRows(const ref::PreparedNode& node, Isa isa);

}  // namespace litevk::cpu
