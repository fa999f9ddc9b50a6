#include "runtime/exec/placed_memory.h"

#include <cassert>
#include <set>
#include <utility>
#include <variant>

namespace litevk {

void PlacedMemory::Plan() {
  plan_ = gpu::PlanMemory(graph_, device_.limits());
  inputs_ = gpu::IoRange(graph_, plan_, &gpu::Tensor::is_input);
  outputs_ = gpu::IoRange(graph_, plan_, &gpu::Tensor::is_output);
}

Status PlacedMemory::Allocate(std::shared_ptr<RunMemory> shared, ConstantStore* store, bool use_staging,
                              std::chrono::milliseconds wait_limit) {
  memory_ = shared != nullptr ? std::move(shared) : std::make_shared<RunMemory>();
  has_staging_ = use_staging && plan_.io_bytes > 0;
  takes_host_bytes_ = !use_staging && device_.imports_host_memory() && wait_limit.count() == 0;
  LITEVK_RETURN_IF_ERROR(memory_->arena.Reserve(device_, plan_.arena_bytes));
  LITEVK_RETURN_IF_ERROR(memory_->host_io.Reserve(device_, plan_.io_bytes));
  if (has_staging_) LITEVK_RETURN_IF_ERROR(memory_->device_io.Reserve(device_, plan_.io_bytes));
  LITEVK_ASSIGN_OR_RETURN(constants_,
                          UploadConstants(device_, graph_, plan_, store, use_staging, wait_limit));
  bindings_ = IoBindings(graph_);
  return {};
}

Result<bool> PlacedMemory::Bind(gpu::TensorId tensor, const IoBinding& binding) {
  const gpu::Placement& placement = plan_.placements[static_cast<size_t>(tensor)];
  const bool is_host = std::holds_alternative<HostBytes>(binding);
  if (placement.region != gpu::Region::kIo) {
    if (is_host) return false;
    return InvalidArgument("memory of a tensor: it is a constant, which stays in memory of its own");
  }
  const gpu::TensorId root = graph_.Root(tensor);
  const bool is_refused = is_host && !takes_host_bytes_;
  LITEVK_RETURN_IF_ERROR(bindings_.Bind(device_, root, placement, is_refused ? OwnMemory() : binding));
  return bindings_.Find(root).has_value();
}

uint64_t PlacedMemory::BindableBytes(gpu::TensorId tensor) const {
  const gpu::Placement& placement = plan_.placements[static_cast<size_t>(tensor)];
  const gpu::TensorId root = graph_.Root(tensor);
  const bool is_whole =
      graph_.tensors[static_cast<size_t>(tensor)].bytes == graph_.tensors[static_cast<size_t>(root)].bytes;
  if (placement.region != gpu::Region::kIo || !is_whole || !bindings_.CanMove(root)) return 0;
  return placement.bytes;
}

VkDescriptorBufferInfo PlacedMemory::Range(gpu::TensorId tensor) const {
  const gpu::TensorId root = graph_.Root(tensor);
  const gpu::Placement& placement = plan_.placements[static_cast<size_t>(tensor)];
  const uint64_t within = placement.offset_bytes - plan_.placements[static_cast<size_t>(root)].offset_bytes;
  if (const auto elsewhere = bindings_.Find(root)) {
    return {elsewhere->buffer, elsewhere->offset + within, placement.bytes};
  }
  if (placement.region == gpu::Region::kConstants) {
    const BufferSlice& constant = constants_.slices.at(root);
    return {constant.buffer->handle(), constant.offset_bytes + within, placement.bytes};
  }
  const GrowingMemory& io = has_staging_ ? memory_->device_io : memory_->host_io;
  const GrowingMemory& region = placement.region == gpu::Region::kArena ? memory_->arena : io;
  const BufferSlice memory = region.buffers().At(placement.offset_bytes);
  return {memory.buffer->handle(), memory.offset_bytes, placement.bytes};
}

std::span<std::byte> PlacedMemory::Io(gpu::TensorId tensor) const {
  const gpu::Placement& placement = plan_.placements[static_cast<size_t>(tensor)];
  assert(placement.region == gpu::Region::kIo);
  return host_io().Mapped(placement.offset_bytes, graph_.tensors[static_cast<size_t>(tensor)].bytes);
}

std::vector<gpu::ByteRange> PlacedMemory::IoCopies(bool gpu::Tensor::*role) const {
  std::set<gpu::TensorId> seen;
  std::vector<gpu::ByteRange> copies;
  for (size_t i = 0; i < graph_.tensors.size(); ++i) {
    const gpu::Placement& placement = plan_.placements[i];
    if (!(graph_.tensors[i].*role) || placement.region != gpu::Region::kIo) continue;
    const gpu::TensorId root = graph_.Root(static_cast<gpu::TensorId>(i));
    if (!seen.insert(root).second || bindings_.Find(root)) continue;
    copies.push_back({placement.offset_bytes, placement.bytes});
  }
  return copies;
}

}  // namespace litevk
