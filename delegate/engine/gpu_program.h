// A partition as a recorded command buffer on the device.
#pragma once

#include <memory>
#include <vector>

#include "delegate/engine/engine.h"
#include "delegate/engine/program.h"
#include "delegate/verdict/final_shapes.h"

namespace litevk {

// Returns memory in which a program of the delegate leaves a tensor of `bytes` bytes for other programs.
Result<std::unique_ptr<DeviceTensor>> MakeDeviceTensor(const Engine& engine, uint64_t bytes);

// Lowers the partition and builds its executable. The objects that the arguments refer to must outlive the
// program; the graph's dims are final. Timings are logged at level info when the program is destroyed, if the
// options ask for them.
// Fails if a dispatch goes beyond the device's limits; `over_limits`, unless it is null, then names the
// nodes.
Result<std::unique_ptr<Program>> MakeGpuProgram(const JudgedGraph& judged, const Partition& partition,
                                                const Engine& engine,
                                                std::vector<RefusedNode>* over_limits = nullptr);

}  // namespace litevk
