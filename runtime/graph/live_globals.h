// Selects the instructions before a SPIR-V module's functions that the functions still need.
#pragma once

#include <span>
#include <vector>

#include "runtime/graph/spirv_ops.h"

namespace litevk::gpu::spirv {

// Returns those of `globals` that `functions`, an entry point or one another read. Omits unread types,
// constants and variables, and their decorations. A decorated constant stays: it may be a built-in, the size
// of the workgroup.
std::vector<Words> LiveGlobals(std::span<const Words> globals, Words functions);

}  // namespace litevk::gpu::spirv
