#include "runtime/exec/block_buffers.h"

#include <algorithm>
#include <utility>

namespace litevk {

Status BlockBuffers::Reserve(const vk::Device& device, uint64_t bytes, vk::MemoryUse use,
                             std::string_view what) {
  const gpu::Blocks blocks(device.limits());
  std::vector<uint64_t> sizes = blocks.Split(bytes);
  std::vector<std::shared_ptr<const vk::Buffer>> buffers = buffers_;
  buffers.resize(std::max(sizes.size(), buffers_.size()));
  sizes.resize(buffers.size());
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (i < bytes_.size()) sizes[i] = std::max(sizes[i], bytes_[i]);
    if (i < bytes_.size() && sizes[i] == bytes_[i]) continue;
    LITEVK_ASSIGN_OR_RETURN(vk::Buffer made, vk::Buffer::Create(device, sizes[i], use, what));
    buffers[i] = std::make_shared<const vk::Buffer>(std::move(made));
  }
  blocks_ = blocks;
  buffers_ = std::move(buffers);
  bytes_ = std::move(sizes);
  return {};
}

std::span<std::byte> BlockBuffers::Mapped(uint64_t offset, uint64_t bytes) const {
  const BufferSlice slot = At(offset);
  return slot.buffer->mapped().subspan(slot.offset_bytes, bytes);
}

Status BlockBuffers::OfEach(gpu::ByteRange range, Status (vk::Buffer::*call)(gpu::ByteRange) const) const {
  const uint64_t end = range.offset_bytes + range.bytes;
  uint64_t block_begin = 0;
  for (size_t i = 0; i < buffers_.size(); ++i) {
    const uint64_t from = std::clamp(range.offset_bytes, block_begin, block_begin + bytes_[i]);
    const uint64_t to = std::clamp(end, block_begin, block_begin + bytes_[i]);
    if (from < to) LITEVK_RETURN_IF_ERROR(((*buffers_[i]).*call)({from - block_begin, to - from}));
    block_begin += bytes_[i];
  }
  return {};
}

}  // namespace litevk
