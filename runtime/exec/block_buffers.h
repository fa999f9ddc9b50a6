// Memory for a region of a gpu::MemoryPlan: a buffer for each of its blocks.
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

// A part of a buffer. Its holders keep the buffer alive.
struct BufferSlice {
  std::shared_ptr<const vk::Buffer> buffer;  // null: no memory
  uint64_t offset_bytes = 0;
};

// The buffers of a region's blocks. Offsets are those of the region. The device must outlive the buffers.
class BlockBuffers {
 public:
  // Makes room for `bytes` at least. Every call must pass the same device. A block that is too small is
  // replaced, and its contents are lost; an error changes nothing. `what` names the memory in error messages.
  Status Reserve(const vk::Device& device, uint64_t bytes, vk::MemoryUse use, std::string_view what);

  // Returns the buffer place of an offset, which must be below the reserved bytes.
  BufferSlice At(uint64_t offset) const {
    return {buffers_[blocks_.IndexOf(offset)], blocks_.Within(offset)};
  }
  // Returns the mapped bytes of a range within one block.
  std::span<std::byte> Mapped(uint64_t offset, uint64_t bytes) const;
  // Flush and invalidate a range, which may span several blocks (vk::Buffer).
  Status Flush(gpu::ByteRange range) const { return OfEach(range, &vk::Buffer::Flush); }
  Status Invalidate(gpu::ByteRange range) const { return OfEach(range, &vk::Buffer::Invalidate); }

 private:
  Status OfEach(gpu::ByteRange range, Status (vk::Buffer::*call)(gpu::ByteRange) const) const;

  gpu::Blocks blocks_{gpu::DeviceLimits()};  // replaced by the device's once there is a buffer
  std::vector<std::shared_ptr<const vk::Buffer>> buffers_;
  std::vector<uint64_t> bytes_;  // size of each buffer
};

}  // namespace litevk
