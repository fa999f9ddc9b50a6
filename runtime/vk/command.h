// Command buffers and fences.
#pragma once

#include <vulkan/vulkan.h>

#include <chrono>

#include "runtime/base/status.h"
#include "runtime/vk/device.h"
#include "runtime/vk/instance/handle.h"

namespace litevk::vk {

// A primary command buffer with its own pool and fence. Used by one thread at a time; move-only; the device
// must outlive it.
class CommandBuffer {
 public:
  // `wait_limit` is the limit of Wait (Device::Wait).
  static Result<CommandBuffer> Create(const Device& device, std::chrono::milliseconds wait_limit);

  CommandBuffer() = default;
  CommandBuffer(CommandBuffer&& other) noexcept { *this = std::move(other); }
  CommandBuffer& operator=(CommandBuffer&& other) noexcept;
  // Waits for a submission whose wait has failed, since its objects may still be in use. If it does not end,
  // the device is abandoned with everything that belongs to it.
  ~CommandBuffer();

  VkCommandBuffer handle() const { return commands_; }
  // Begin discards earlier commands.
  Status Begin();
  Status End();
  // Submits the commands and returns at once. An earlier submission must be done. Allocates nothing.
  Status Submit();
  // Waits until the submission is done; returns at once without one. After an error the device may still be
  // busy with it.
  Status Wait();
  // Submits and waits.
  Status Run();

 private:
  bool IsIdle();

  const Device* device_ = nullptr;
  Unique<VkCommandPool> pool_;
  Unique<VkFence> fence_;
  VkCommandBuffer commands_ = VK_NULL_HANDLE;
  std::chrono::milliseconds wait_limit_{0};
  bool in_flight_ = false;
};

// Makes writes of `source` visible to later accesses of `target` in the command buffer.
struct MemoryScope {
  VkPipelineStageFlags stages;
  VkAccessFlags access;
};
inline constexpr MemoryScope kHost = {VK_PIPELINE_STAGE_HOST_BIT,
                                      VK_ACCESS_HOST_READ_BIT | VK_ACCESS_HOST_WRITE_BIT};
inline constexpr MemoryScope kCompute = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                         VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
inline constexpr MemoryScope kTransfer = {VK_PIPELINE_STAGE_TRANSFER_BIT,
                                          VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT};
constexpr MemoryScope operator|(MemoryScope a, MemoryScope b) {
  return {a.stages | b.stages, a.access | b.access};
}

void CmdBarrier(const Device& device, VkCommandBuffer commands, MemoryScope source, MemoryScope target);

}  // namespace litevk::vk
