#include "runtime/vk/command.h"

#include <utility>

#include "runtime/vk/instance/check.h"
#include "runtime/vk/instance/lifetime.h"
#include "runtime/vk/instance/structs.h"

namespace litevk::vk {

Result<CommandBuffer> CommandBuffer::Create(const Device& device, std::chrono::milliseconds wait_limit,
                                            size_t parts) {
  CommandBuffer result;
  result.device_ = &device;
  result.wait_limit_ = wait_limit;
  const DeviceFunctions& fn = device.fn();

  auto pool_info = Make<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
  pool_info.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
  pool_info.queueFamilyIndex = device.queue_family();
  VkCommandPool pool = VK_NULL_HANDLE;
  LITEVK_VK(fn.vkCreateCommandPool(device.handle(), &pool_info, nullptr, &pool));
  result.pool_ = Unique<VkCommandPool>(device.handle(), pool, fn.vkDestroyCommandPool);

  auto info = Make<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
  info.commandPool = pool;
  info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  info.commandBufferCount = static_cast<uint32_t>(parts);
  result.commands_.resize(parts);
  LITEVK_VK(fn.vkAllocateCommandBuffers(device.handle(), &info, result.commands_.data()));

  const auto fence_info = Make<VkFenceCreateInfo>(VK_STRUCTURE_TYPE_FENCE_CREATE_INFO);
  VkFence fence = VK_NULL_HANDLE;
  LITEVK_VK(fn.vkCreateFence(device.handle(), &fence_info, nullptr, &fence));
  result.fence_ = Unique<VkFence>(device.handle(), fence, fn.vkDestroyFence);
  return result;
}

CommandBuffer& CommandBuffer::operator=(CommandBuffer&& other) noexcept {
  std::swap(device_, other.device_);
  std::swap(pool_, other.pool_);
  std::swap(fence_, other.fence_);
  std::swap(commands_, other.commands_);
  std::swap(wait_limit_, other.wait_limit_);
  std::swap(in_flight_, other.in_flight_);
  return *this;
}

CommandBuffer::~CommandBuffer() {
  if (!IsIdle()) Abandon(device_->handle());
}

Status CommandBuffer::Begin(size_t part) {
  const auto info = Make<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
  LITEVK_VK(device_->fn().vkBeginCommandBuffer(commands_[part], &info));
  return {};
}

Status CommandBuffer::End(size_t part) {
  LITEVK_VK(device_->fn().vkEndCommandBuffer(commands_[part]));
  return {};
}

Status CommandBuffer::Submit() {
  if (!IsIdle()) {
    return {StatusCode::kDeviceLost, "vkQueueSubmit: expected the run before to be done, found it running"};
  }
  const VkFence fence = fence_.get();
  LITEVK_VK(device_->fn().vkResetFences(device_->handle(), 1, &fence));
  return SubmitParts();
}

// The fence comes with the last part, and waits for all. If one fails, the fence is for those before it.
Status CommandBuffer::SubmitParts() {
  for (size_t i = 0; i < commands_.size(); ++i) {
    const bool is_last = i + 1 == commands_.size();
    const Status status = device_->Submit(commands_[i], is_last ? fence_.get() : VK_NULL_HANDLE);
    if (status.ok()) continue;
    if (i > 0) in_flight_ = device_->SignalsAfterAll(fence_.get());
    return status;
  }
  in_flight_ = true;
  return {};
}

Status CommandBuffer::Wait() {
  if (!in_flight_) return {};
  LITEVK_RETURN_IF_ERROR(device_->Wait(fence_.get(), wait_limit_));
  in_flight_ = false;
  return {};
}

Status CommandBuffer::Run() {
  LITEVK_RETURN_IF_ERROR(Submit());
  return Wait();
}

bool CommandBuffer::IsIdle() {
  if (in_flight_) in_flight_ = !device_->Finishes(fence_.get(), wait_limit_);
  return !in_flight_;
}

void CmdBarrier(const Device& device, VkCommandBuffer commands, MemoryScope source, MemoryScope target) {
  auto barrier = Make<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
  barrier.srcAccessMask = source.access;
  barrier.dstAccessMask = target.access;
  device.fn().vkCmdPipelineBarrier(commands, source.stages, target.stages, 0, 1, &barrier, 0, nullptr, 0,
                                   nullptr);
}

}  // namespace litevk::vk
