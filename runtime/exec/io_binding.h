// Bindings of an executable's inputs and outputs: to its own memory, or without copies to the caller's.
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

// The executable's own memory.
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

// A part of a buffer of the same VkDevice, created with vk::BufferUsage. Commands that write to it before a
// run, or read it afterwards, need a semaphore, or the same queue and a barrier.
struct BufferRange {
  VkBuffer buffer = VK_NULL_HANDLE;
  uint64_t offset_bytes = 0;
  uint64_t bytes = 0;
  // Distinguishes the buffer from a destroyed one with the same handle, if the caller binds both.
  uint64_t serial = 0;
  friend bool operator==(const BufferRange&, const BufferRange&) = default;
};

// A part of device memory that another API or process has exported.
struct HandleRange {
  vk::MemoryHandle memory;
  uint64_t offset_bytes = 0;
  uint64_t bytes = 0;
  friend bool operator==(const HandleRange&, const HandleRange&) = default;
};

using IoBinding = std::variant<OwnMemory, HostBytes, BufferRange, HandleRange>;

// The bindings of an executable's inputs and outputs, keyed by root tensors. Aliases move with their roots.
class IoBindings {
 public:
  IoBindings() = default;
  explicit IoBindings(const gpu::Graph& graph);

  // Binds a root tensor, whose place in the executable's memory is `placement`. The tensor stays there if the
  // device cannot use host bytes.
  //
  // The tensor also stays there after an error: the size or alignment of a buffer or handle is wrong, or it
  // cannot be imported. Another error is a root that is also another input or output, since one memory cannot
  // be in two places.
  Status Bind(const vk::Device& device, gpu::TensorId root, const gpu::Placement& placement,
              const IoBinding& binding);

  // True if the tensor can be bound elsewhere: it is exactly one input or output.
  bool CanMove(gpu::TensorId root) const;

  // Returns the tensor's memory if it is not the executable's.
  std::optional<VkDescriptorBufferInfo> Find(gpu::TensorId root) const;

  // Returns the number of moves of tensors. Descriptors that were written before the last move are outdated.
  uint64_t moves() const { return moves_; }

 private:
  struct Bound {
    IoBinding binding;  // as requested
    vk::Buffer buffer;  // imported buffer, if any
    std::optional<VkDescriptorBufferInfo> range;
  };

  std::map<gpu::TensorId, int> uses_;  // number of inputs and outputs by root
  std::map<gpu::TensorId, Bound> bound_;
  uint64_t moves_ = 0;
};

}  // namespace litevk
