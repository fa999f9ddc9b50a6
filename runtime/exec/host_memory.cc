#include "runtime/exec/host_memory.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace litevk {
namespace {

constexpr uint64_t kVec4Bytes = 16;  // shaders may see a tensor as vec4

uint64_t OffsetAlignment(const gpu::DeviceLimits& limits) {
  const uint64_t texels = limits.profile.prefers_texel_loads ? limits.texel_buffer_alignment_bytes : 1;
  return std::max({limits.storage_buffer_alignment_bytes, texels, kVec4Bytes});
}

// The pages that the bytes lie in.
std::span<std::byte> PagesAround(std::span<std::byte> bytes, uint64_t page_bytes) {
  const auto begin = reinterpret_cast<uintptr_t>(bytes.data());
  const size_t before = begin % page_bytes;
  const size_t whole = (before + bytes.size() + page_bytes - 1) / page_bytes * page_bytes;
  return {bytes.data() - before, whole};
}

bool SameBytes(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.data() == b.data() && a.size() == b.size();
}

}  // namespace

HostMemory::HostMemory(const gpu::Graph& graph) {
  for (size_t i = 0; i < graph.tensors.size(); ++i) {
    const gpu::Tensor& tensor = graph.tensors[i];
    const int uses = (tensor.is_input ? 1 : 0) + (tensor.is_output ? 1 : 0);
    if (uses > 0) uses_[graph.Root(static_cast<gpu::TensorId>(i))] += uses;
  }
}

bool HostMemory::Attach(const vk::Device& device, gpu::TensorId root, const gpu::Placement& place,
                        std::span<std::byte> bytes) {
  Range& range = ranges_[root];
  if (SameBytes(range.bytes, bytes)) return false;
  const bool was_attached = static_cast<bool>(range.buffer);
  range = {.bytes = bytes, .buffer = {}};
  const auto pages = PagesAround(bytes, device.limits().host_pointer_alignment_bytes);
  const auto offset = static_cast<uint64_t>(bytes.data() - pages.data());
  // What is bound is rounded up to whole elements, which must not reach into what lies behind.
  if (uses_[root] == 1 && place.bytes == bytes.size() && offset % OffsetAlignment(device.limits()) == 0) {
    Result<vk::Buffer> imported = vk::Buffer::Import(device, pages, "tensor");
    if (imported.ok()) {
      range.buffer = std::move(*imported);
      range.offset_bytes = offset;
      return true;
    }
  }
  return was_attached;
}

std::optional<VkDescriptorBufferInfo> HostMemory::Find(gpu::TensorId root) const {
  const auto found = ranges_.find(root);
  if (found == ranges_.end() || !found->second.buffer) return std::nullopt;
  const Range& range = found->second;
  return VkDescriptorBufferInfo{range.buffer.handle(), range.offset_bytes, range.bytes.size()};
}

}  // namespace litevk
