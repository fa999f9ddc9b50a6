// Memory of a region of a gpu::MemoryPlan: a buffer for each of its blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/graph/memory_plan.h"
#include "runtime/vk/buffer.h"
#include "runtime/vk/device.h"

namespace litevk {

// A part of a buffer, which lives as long as somebody names it.
struct BufferPlace {
  std::shared_ptr<const vk::Buffer> buffer;  // null: nowhere
  uint64_t offset_bytes = 0;
};

// Offsets are those of the region. The device must outlive the buffers.
class BlockBuffers {
 public:
  // Makes room for `bytes` at least, on the same device in every call. A block that was too small is made
  // anew, and what lay there is lost; an error leaves all as it was. `what` names the memory in error
  // messages.
  Status Reserve(const vk::Device& device, uint64_t bytes, vk::MemoryUse use, std::string_view what);

  // Returns where the offset, which is below the reserved bytes, lies.
  BufferPlace At(uint64_t offset) const {
    return {buffers_[blocks_.IndexOf(offset)], blocks_.Within(offset)};
  }
  // Returns mapped bytes of one block.
  std::span<std::byte> Mapped(uint64_t offset, uint64_t bytes) const;
  // Flush and invalidate a range, which may lie in several blocks (vk::Buffer).
  Status Flush(gpu::ByteRange range) const { return OfEach(range, &vk::Buffer::Flush); }
  Status Invalidate(gpu::ByteRange range) const { return OfEach(range, &vk::Buffer::Invalidate); }

 private:
  Status OfEach(gpu::ByteRange range, Status (vk::Buffer::*call)(gpu::ByteRange) const) const;

  gpu::Blocks blocks_{gpu::DeviceLimits()};  // of the device, once there is a buffer
  std::vector<std::shared_ptr<const vk::Buffer>> buffers_;
  std::vector<uint64_t> bytes_;  // of each
};

}  // namespace litevk
