// Inputs and outputs of an executable that lie in the caller's own memory, so that nothing is copied.
#pragma once

#include <vulkan/vulkan.h>

#include <cstddef>
#include <map>
#include <optional>
#include <span>

#include "runtime/graph/gpu_graph.h"
#include "runtime/graph/memory_plan.h"
#include "runtime/vk/buffer.h"
#include "runtime/vk/device.h"

namespace litevk {

class HostMemory {
 public:
  HostMemory() = default;
  explicit HostMemory(const gpu::Graph& graph);

  // Takes an input or output; `place` is its own in the executable's memory. It stays there when its root is
  // another input or output as well: one memory cannot be in two places. True when the tensor has moved, also
  // back into the executable's memory.
  bool Attach(const vk::Device& device, gpu::TensorId root, const gpu::Placement& place,
              std::span<std::byte> bytes);

  // Where the tensor lies, if that is in the caller's memory.
  std::optional<VkDescriptorBufferInfo> Find(gpu::TensorId root) const;

 private:
  struct Range {
    std::span<std::byte> bytes;
    vk::Buffer buffer;  // of the pages around them; none where they cannot be used
    uint64_t offset_bytes = 0;
  };

  std::map<gpu::TensorId, int> uses_;      // as input or output, by root
  std::map<gpu::TensorId, Range> ranges_;  // by root
};

}  // namespace litevk
