// The dims along which a dispatch's workgroups may be cut into dispatches of their own.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "runtime/graph/gpu_graph.h"

namespace litevk::gpu {

// Returns the dims along which `dispatch` computes the same in parts that start at a base workgroup. A user's
// module is never cut.
//
// A part reads its own counts in gl_NumWorkGroups. Shaders multiply a count by gl_WorkGroupID of the next dim
// (tests/structure/test_workgroup_counts.py). So a dim whose count is read is cut only if that is always 0.
std::array<bool, 3> CutDimsOf(const Dispatch& dispatch);

// Returns which components of gl_NumWorkGroups the module reads; all, if it reads them in another way than by
// a constant index.
std::array<bool, 3> CountsRead(std::span<const uint32_t> spirv);

}  // namespace litevk::gpu
