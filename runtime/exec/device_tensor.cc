#include "runtime/exec/device_tensor.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace litevk {
namespace {

// Returns a number that is never reused, unlike handles of destroyed buffers.
uint64_t NextSerial() {
  static std::atomic<uint64_t> last = 0;
  return ++last;
}

}  // namespace

Result<std::unique_ptr<DeviceTensor>> DeviceTensor::Create(std::shared_ptr<const vk::Device> device,
                                                           uint64_t bytes, const ExecutableOptions& options) {
  LITEVK_RETURN_IF_ERROR(device->Usable());
  std::unique_ptr<DeviceTensor> tensor(new DeviceTensor(std::move(device), bytes, NextSerial()));
  tensor->wait_limit_ = tensor->device_->WaitLimit(options.timeout_ms);
  tensor->is_staged_ = options.IsStaged(*tensor->device_);
  const vk::MemoryUse use = tensor->is_staged_ ? vk::MemoryUse::kDevice : vk::MemoryUse::kHostReads;
  LITEVK_ASSIGN_OR_RETURN(tensor->buffer_,
                          vk::Buffer::Create(*tensor->device_, bytes, use, "tensor between partitions"));
  return tensor;
}

Status DeviceTensor::Read(std::span<std::byte> target) {
  LITEVK_RETURN_IF_ERROR(device_->Usable());
  if (target.size() > bytes_) {
    return InvalidArgument("memory of a tensor: expected at most " + std::to_string(bytes_) +
                           " bytes, found " + std::to_string(target.size()));
  }
  if (is_staged_ && !staging_) LITEVK_RETURN_IF_ERROR(RecordCopy());
  if (is_staged_) LITEVK_RETURN_IF_ERROR(copy_.Run());
  const vk::Buffer& mapped = is_staged_ ? staging_ : buffer_;
  LITEVK_RETURN_IF_ERROR(mapped.Invalidate({0, bytes_}));
  std::ranges::copy(mapped.mapped().first(target.size()), target.begin());
  return {};
}

Status DeviceTensor::RecordCopy() {
  LITEVK_ASSIGN_OR_RETURN(vk::Buffer staging, vk::Buffer::Create(*device_, bytes_, vk::MemoryUse::kHostReads,
                                                                 "staging of a tensor between partitions"));
  LITEVK_ASSIGN_OR_RETURN(copy_, vk::CommandBuffer::Create(*device_, wait_limit_));
  LITEVK_RETURN_IF_ERROR(copy_.Begin());
  vk::CmdBarrier(*device_, copy_.handle(), vk::kHost | vk::kCompute | vk::kTransfer, vk::kTransfer);
  const VkBufferCopy whole = {0, 0, bytes_};
  device_->fn().vkCmdCopyBuffer(copy_.handle(), buffer_.handle(), staging.handle(), 1, &whole);
  vk::CmdBarrier(*device_, copy_.handle(), vk::kTransfer, vk::kHost);
  LITEVK_RETURN_IF_ERROR(copy_.End());
  staging_ = std::move(staging);
  return {};
}

}  // namespace litevk
