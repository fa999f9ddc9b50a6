// A partition as a recorded command buffer on the device.
#pragma once

#include <memory>
#include <vector>

#include "delegate/engine/engine.h"
#include "delegate/engine/program.h"
#include "delegate/lower/lowered_partition.h"
#include "delegate/verdict/final_shapes.h"
#include "delegate/verify/switched_off.h"

namespace litevk {

// Returns memory in which a program of the delegate leaves a tensor of `bytes` bytes for other programs.
Result<std::unique_ptr<DeviceTensor>> MakeDeviceTensor(const Engine& engine, uint64_t bytes);

// Returns the record of kernels that are switched off on the engine's device.
SwitchedOff& SwitchedOffOn(const Engine& engine);

// Returns the partition's tensors that no dispatch passes over, since a fused kernel is switched off.
std::vector<ir::TensorId> ApartTensors(const ir::Graph& graph, const Partition& partition,
                                       const Engine& engine);

// Lowers the partition with the options, the tuner's choices and the kernels that are switched off.
LoweredPartition LowerAsChosen(const JudgedGraph& judged, const Partition& partition, const Engine& engine);

// Lowers the partition and builds its executable. The objects that the arguments refer to must outlive the
// program; the graph's dims are final. Timings are logged at level info when the program is destroyed, if the
// options ask for them.
// Fails if a dispatch goes beyond the device's limits; `over_limits`, unless it is null, then names the
// nodes. So it does of nodes that are switched off on the device.
Result<std::unique_ptr<Program>> MakeGpuProgram(const JudgedGraph& judged, const Partition& partition,
                                                const Engine& engine,
                                                std::vector<RefusedNode>* over_limits = nullptr);

}  // namespace litevk
