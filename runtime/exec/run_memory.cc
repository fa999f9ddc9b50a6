#include "runtime/exec/run_memory.h"

#include <utility>

namespace litevk {

Status GrowingBuffer::Reserve(const vk::Device& device, uint64_t bytes) {
  if (bytes <= bytes_) return {};
  LITEVK_ASSIGN_OR_RETURN(vk::Buffer larger, vk::Buffer::Create(device, bytes, use_, what_));
  buffer_ = std::move(larger);
  bytes_ = bytes;
  ++moves_;
  return {};
}

}  // namespace litevk
