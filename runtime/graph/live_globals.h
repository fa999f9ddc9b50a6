// What the functions of a SPIR-V module leave of the instructions before them.
#pragma once

#include <span>
#include <vector>

#include "runtime/graph/spirv_ops.h"

namespace litevk::gpu::spirv {

// Returns those of `globals` that the words of `functions`, an entry point or one another read. Types,
// constants and variables that nobody reads are left out, and so is what decorates them. A constant that is
// decorated stays: it may be a built-in, the size of the workgroup.
std::vector<Words> LiveGlobals(std::span<const Words> globals, Words functions);

}  // namespace litevk::gpu::spirv
