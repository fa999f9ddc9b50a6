// Builds and times graphs that measure the device rather than an operator.
#pragma once

#include <memory>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/vk/device.h"

namespace litevk::bench {

inline constexpr uint32_t kProbeLocalSize = 128;  // minimum of the limit that Vulkan guarantees

// Microseconds of one run.
struct ProbeTime {
  double device = 0;  // all dispatches together; 0 without timestamps
  double host = 0;    // from submission to fence
};

// Returns the device's own time if it has timestamps, else the host's.
double DeviceUs(const vk::Device& device, const ProbeTime& time);

// Adds a tensor that is only on the device; only dispatches write it.
gpu::TensorId AddTensor(gpu::Graph& graph, uint64_t bytes);

// Number of runs after a warm-up run: both limits must be reached.
struct ProbeRuns {
  double milliseconds = 0;
  size_t count = 0;
};
Result<std::vector<ProbeTime>> RunProbe(const std::shared_ptr<const vk::Device>& device, gpu::Graph graph,
                                        const ProbeRuns& runs);

}  // namespace litevk::bench
