// Builds and times graphs that measure the device rather than an operator.
#pragma once

#include <array>
#include <bit>
#include <memory>
#include <span>
#include <string>
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

template <typename Spec>
gpu::Dispatch ProbeDispatch(const gpu::ShaderInfo& shader, const Spec& spec, std::span<const std::byte> push,
                            const std::vector<gpu::TensorId>& bindings, uint32_t workgroups) {
  const auto words = std::bit_cast<std::array<uint32_t, sizeof(spec) / sizeof(uint32_t)>>(spec);
  return {.shader = &shader,
          .spec = {words.begin(), words.end()},
          .push = {push.begin(), push.end()},
          .bindings = bindings,
          .workgroups = {workgroups, 1, 1},
          .label = std::string(shader.name)};
}

// Number of runs after a warm-up run: both limits must be reached.
struct ProbeRuns {
  double milliseconds = 0;
  size_t count = 0;
};
Result<std::vector<ProbeTime>> RunProbe(const std::shared_ptr<const vk::Device>& device, gpu::Graph graph,
                                        const ProbeRuns& runs);

}  // namespace litevk::bench
