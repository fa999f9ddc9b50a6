// Where the inputs and outputs of an executable lie: in its own memory, or in the caller's, so that nothing
// is copied.
#pragma once

#include <vulkan/vulkan.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <variant>

#include "runtime/graph/gpu_graph.h"
#include "runtime/graph/memory_plan.h"
#include "runtime/vk/buffer.h"
#include "runtime/vk/device.h"

namespace litevk {

// The executable's own.
struct OwnMemory {
  friend bool operator==(const OwnMemory&, const OwnMemory&) = default;
};

// Bytes that the caller has allocated, anywhere.
struct HostBytes {
  std::span<std::byte> bytes;
  friend bool operator==(const HostBytes& a, const HostBytes& b) {
    return a.bytes.data() == b.bytes.data() && a.bytes.size() == b.bytes.size();
  }
};

// A part of a buffer of the same VkDevice, made with vk::BufferUsage. Commands that write to it before a run,
// or read it afterwards, need a semaphore, or the same queue and a barrier.
struct BufferRange {
  VkBuffer buffer = VK_NULL_HANDLE;
  uint64_t offset_bytes = 0;
  uint64_t bytes = 0;
  // Tells the buffer from one that is gone and whose handle it has got, where the caller binds both.
  uint64_t serial = 0;
  friend bool operator==(const BufferRange&, const BufferRange&) = default;
};

// A part of memory of the device that another API or process has exported.
struct HandleRange {
  vk::MemoryHandle memory;
  uint64_t offset_bytes = 0;
  uint64_t bytes = 0;
  friend bool operator==(const HandleRange&, const HandleRange&) = default;
};

using IoBinding = std::variant<OwnMemory, HostBytes, BufferRange, HandleRange>;

// The bindings of an executable's inputs and outputs. Tensors are named by their roots: aliases lie where
// these do.
class IoBindings {
 public:
  IoBindings() = default;
  explicit IoBindings(const gpu::Graph& graph);

  // `place` is the tensor's own in the executable's memory. Host bytes that the device cannot use leave it
  // there. An error, which does so too: a buffer or handle of another size or alignment than the device
  // needs, or one that cannot be imported; or the root is another input or output as well, since one memory
  // cannot be in two places.
  Status Bind(const vk::Device& device, gpu::TensorId root, const gpu::Placement& place,
              const IoBinding& binding);

  // Whether the tensor can be elsewhere: it is one input or one output.
  bool CanMove(gpu::TensorId root) const;

  // Where the tensor lies, if not in the executable's memory.
  std::optional<VkDescriptorBufferInfo> Find(gpu::TensorId root) const;

  // How often a tensor has moved: descriptors that were written before the last time are out of date.
  uint64_t moves() const { return moves_; }

 private:
  struct Bound {
    IoBinding binding;  // as asked for
    vk::Buffer buffer;  // that was made of it, if any
    std::optional<VkDescriptorBufferInfo> range;
  };

  std::map<gpu::TensorId, int> uses_;  // as input or output, by root
  std::map<gpu::TensorId, Bound> bound_;
  uint64_t moves_ = 0;
};

}  // namespace litevk
