#include "runtime/exec/run_memory.h"

namespace litevk {

Status GrowingMemory::Reserve(const vk::Device& device, uint64_t bytes) {
  if (bytes <= bytes_) return {};
  LITEVK_RETURN_IF_ERROR(buffers_.Reserve(device, bytes, use_, what_));
  bytes_ = bytes;
  ++moves_;
  return {};
}

}  // namespace litevk
