// Specialization on the host: replaces a module's specialization constants by constants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/graph/gpu_graph.h"

namespace litevk::gpu {

// Returns the shader's SPIR-V after specialization (SPIR-V 1.3 specification, section 2.16.6). `spec` has a
// value for each of its spec_ids. Expressions of these constants are computed, and the code that they rule
// out is removed (live_code.h).
//
// Vulkan drivers can do the same, but not all do. SwiftShader's optimiser keeps specialization constants, and
// with them every loop over a tile and every branch that they decide (docs/design/loads.md).
std::vector<uint32_t> Specialize(const ShaderInfo& shader, std::span<const uint32_t> spec);

// Returns the number of a module's instructions.
size_t CountInstructions(std::span<const uint32_t> module);

}  // namespace litevk::gpu
