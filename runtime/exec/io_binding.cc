#include "runtime/exec/io_binding.h"

#include <algorithm>
#include <string>
#include <utility>

namespace litevk {
namespace {

constexpr uint64_t kVec4Bytes = 16;  // shaders may read a tensor as vec4

uint64_t OffsetAlignment(const gpu::DeviceLimits& limits) {
  const uint64_t texels = limits.profile.prefers_texel_loads ? limits.texel_buffer_alignment_bytes : 1;
  return std::max({limits.storage_buffer_alignment_bytes, texels, kVec4Bytes});
}

// Returns the pages that contain the bytes.
std::span<std::byte> PagesAround(std::span<std::byte> bytes, uint64_t page_bytes) {
  const auto begin = reinterpret_cast<uintptr_t>(bytes.data());
  const size_t before = begin % page_bytes;
  const size_t whole = (before + bytes.size() + page_bytes - 1) / page_bytes * page_bytes;
  return {bytes.data() - before, whole};
}

// Checks a range. Bindings are rounded up to whole elements, which must not reach beyond it.
Status CheckRange(uint64_t offset, uint64_t bytes, uint64_t expected_bytes, const gpu::DeviceLimits& limits) {
  const uint64_t alignment = OffsetAlignment(limits);
  if (bytes != expected_bytes) {
    return InvalidArgument("memory of a tensor: expected " + std::to_string(expected_bytes) +
                           " bytes, found " + std::to_string(bytes));
  }
  if (offset % alignment != 0) {
    return InvalidArgument("memory of a tensor: expected an offset that is a multiple of " +
                           std::to_string(alignment) + ", found " + std::to_string(offset));
  }
  return {};
}

// Binds a tensor of `bytes` to each kind of memory.
struct Placer {
  const vk::Device& device;
  uint64_t expected_bytes;
  vk::Buffer& buffer;
  std::optional<VkDescriptorBufferInfo>& range;

  Status operator()(const OwnMemory& /*own*/) const { return {}; }

  // A refused import is no error, since any memory of the caller may be unsuitable.
  Status operator()(const HostBytes& host) const {
    const auto pages = PagesAround(host.bytes, device.limits().host_pointer_alignment_bytes);
    const auto offset = static_cast<uint64_t>(host.bytes.data() - pages.data());
    if (!CheckRange(offset, host.bytes.size(), expected_bytes, device.limits()).ok()) return {};
    Result<vk::Buffer> imported = vk::Buffer::Import(device, pages, offset + expected_bytes, "tensor");
    if (!imported.ok()) return {};
    buffer = std::move(*imported);
    range = {buffer.handle(), offset, expected_bytes};
    return {};
  }

  Status operator()(const BufferRange& part) const {
    LITEVK_RETURN_IF_ERROR(CheckRange(part.offset_bytes, part.bytes, expected_bytes, device.limits()));
    range = {part.buffer, part.offset_bytes, part.bytes};
    return {};
  }

  Status operator()(const HandleRange& part) const {
    LITEVK_RETURN_IF_ERROR(CheckRange(part.offset_bytes, part.bytes, expected_bytes, device.limits()));
    const uint64_t allocated = part.memory.allocation_bytes;
    if (part.bytes > allocated || part.offset_bytes > allocated - part.bytes) {
      return InvalidArgument("memory of a tensor: expected it to end within " + std::to_string(allocated) +
                             " bytes, found " + std::to_string(part.offset_bytes + part.bytes));
    }
    LITEVK_ASSIGN_OR_RETURN(buffer, vk::Buffer::Import(device, part.memory, "memory of a tensor"));
    range = {buffer.handle(), part.offset_bytes, part.bytes};
    return {};
  }
};

// True for bindings that fall back to the executable's memory. A buffer or handle must be usable.
bool IsOptional(const IoBinding& binding) {
  return std::holds_alternative<OwnMemory>(binding) || std::holds_alternative<HostBytes>(binding);
}

}  // namespace

IoBindings::IoBindings(const gpu::Graph& graph) {
  for (size_t i = 0; i < graph.tensors.size(); ++i) {
    const gpu::Tensor& tensor = graph.tensors[i];
    const int uses = (tensor.is_input ? 1 : 0) + (tensor.is_output ? 1 : 0);
    if (uses > 0) uses_[graph.Root(static_cast<gpu::TensorId>(i))] += uses;
  }
}

Status IoBindings::Bind(const vk::Device& device, gpu::TensorId root, const gpu::Placement& placement,
                        const IoBinding& binding) {
  Bound& bound = bound_[root];
  // A file descriptor with the same number may be another file by now.
  if (bound.binding == binding && !std::holds_alternative<HandleRange>(binding)) return {};
  if (bound.range) ++moves_;
  bound = {.binding = OwnMemory(), .buffer = {}, .range = {}};
  if (!CanMove(root)) {
    if (IsOptional(binding)) return {};
    return InvalidArgument("memory of a tensor: it is " + std::to_string(uses_[root]) +
                           " inputs and outputs at once, which stay in memory of their own");
  }
  LITEVK_RETURN_IF_ERROR(std::visit(Placer{device, placement.bytes, bound.buffer, bound.range}, binding));
  bound.binding = binding;
  if (bound.range) ++moves_;
  return {};
}

bool IoBindings::CanMove(gpu::TensorId root) const {
  const auto uses = uses_.find(root);
  return uses != uses_.end() && uses->second == 1;
}

std::optional<VkDescriptorBufferInfo> IoBindings::Find(gpu::TensorId root) const {
  const auto found = bound_.find(root);
  return found == bound_.end() ? std::nullopt : found->second.range;
}

}  // namespace litevk
