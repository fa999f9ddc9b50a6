// Command buffers and fences.
#pragma once

#include <vulkan/vulkan.h>

#include <chrono>
#include <cstddef>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/vk/device.h"
#include "runtime/vk/instance/handle.h"

namespace litevk::vk {

// A primary command buffer, or several that are submitted one after the other, with their own pool and fence.
// Used by one thread at a time; move-only; the device must outlive it.
class CommandBuffer {
 public:
  // `wait_limit` is the limit of Wait (Device::Wait).
  static Result<CommandBuffer> Create(const Device& device, std::chrono::milliseconds wait_limit,
                                      size_t parts = 1);

  CommandBuffer() = default;
  CommandBuffer(CommandBuffer&& other) noexcept { *this = std::move(other); }
  CommandBuffer& operator=(CommandBuffer&& other) noexcept;
  // Waits for a submission whose wait has failed, since its objects may still be in use. If it does not end,
  // the device is abandoned with everything that belongs to it.
  ~CommandBuffer();

  VkCommandBuffer handle(size_t part = 0) const { return commands_[part]; }
  // Begin discards earlier commands.
  Status Begin(size_t part = 0);
  Status End(size_t part = 0);
  // Submits each part on its own, since watchdogs count per submission, and returns at once. An earlier
  // submission must be done. Allocates nothing. After an error, parts that were submitted may still run.
  Status Submit();
  // Waits until the submission is done; returns at once without one. After an error the device may still be
  // busy with it.
  Status Wait();
  // Submits and waits.
  Status Run();

 private:
  bool IsIdle();
  Status SubmitParts();

  const Device* device_ = nullptr;
  Unique<VkCommandPool> pool_;
  Unique<VkFence> fence_;
  std::vector<VkCommandBuffer> commands_;
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
