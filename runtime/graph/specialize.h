// Specialization on the host: a module's specialization constants become constants with their values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/graph/gpu_graph.h"

namespace litevk::gpu {

// The shader's SPIR-V as it is after specialization (SPIR-V 1.3 specification, section 2.16.6): `spec` has a
// value for each of its spec_ids. What is computed of these constants alone is computed here, and the code
// that they rule out is left out (live_code.h).
//
// Vulkan drivers can do the same, but not all make constants of them: SwiftShader's optimiser leaves
// specialization constants as they are, and with them every loop over a tile and every branch that they
// decide (docs/design/loads.md).
std::vector<uint32_t> Specialize(const ShaderInfo& shader, std::span<const uint32_t> spec);

// Number of a module's instructions.
size_t CountInstructions(std::span<const uint32_t> module);

}  // namespace litevk::gpu
