#include "runtime/exec/constants.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <string>
#include <utility>

#include "runtime/vk/command.h"

namespace litevk {
namespace {

constexpr uint64_t kSmallConstantsBatchBytes = 8ULL << 20;

// Constants fill the staging buffer until the next does not fit; then they are copied.
class StagedUpload {
 public:
  static Result<StagedUpload> Create(const vk::Device& device, VkBuffer target, uint64_t staging_bytes,
                                     std::chrono::milliseconds wait_limit) {
    StagedUpload upload;
    upload.device_ = &device;
    upload.target_ = target;
    LITEVK_ASSIGN_OR_RETURN(
        upload.staging_,
        vk::Buffer::Create(device, staging_bytes, vk::MemoryUse::kHostReads, "constant staging"));
    LITEVK_ASSIGN_OR_RETURN(upload.commands_, vk::CommandBuffer::Create(device, wait_limit));
    return upload;
  }

  // Where to write the bytes that belong at `target_offset`; valid until the next call.
  Result<std::span<std::byte>> Reserve(uint64_t target_offset, uint64_t bytes) {
    if (filled_ + bytes > staging_.mapped().size()) LITEVK_RETURN_IF_ERROR(Finish());
    const std::span<std::byte> span = staging_.mapped().subspan(filled_, bytes);
    if (bytes > 0) copies_.push_back({filled_, target_offset, bytes});
    filled_ += bytes;
    return span;
  }

  Status Finish() {
    if (copies_.empty()) return {};
    LITEVK_RETURN_IF_ERROR(staging_.Flush({.bytes = filled_}));
    LITEVK_RETURN_IF_ERROR(commands_.Begin());
    device_->fn().vkCmdCopyBuffer(commands_.handle(), staging_.handle(), target_,
                                  static_cast<uint32_t>(copies_.size()), copies_.data());
    vk::CmdBarrier(*device_, commands_.handle(), vk::kTransfer, vk::kCompute | vk::kTransfer);
    LITEVK_RETURN_IF_ERROR(commands_.End());
    LITEVK_RETURN_IF_ERROR(commands_.Run());
    copies_.clear();
    filled_ = 0;
    return {};
  }

 private:
  const vk::Device* device_ = nullptr;
  VkBuffer target_ = VK_NULL_HANDLE;
  vk::Buffer staging_;
  vk::CommandBuffer commands_;
  std::vector<VkBufferCopy> copies_;
  uint64_t filled_ = 0;
};

// Constants with a place, each with its tensor's place and exact size.
struct Item {
  const gpu::Constant* constant;
  gpu::TensorId root;
  uint64_t offset_bytes;
  uint64_t bytes;
};

std::vector<Item> UsedConstants(const gpu::Graph& graph, const gpu::MemoryPlan& plan) {
  std::vector<Item> items;
  for (const gpu::Constant& constant : graph.constants) {
    const auto id = static_cast<size_t>(constant.tensor);
    const gpu::Placement& place = plan.placements[id];
    if (place.bytes == 0) continue;
    items.push_back({&constant, graph.Root(constant.tensor), place.offset_bytes, graph.tensors[id].bytes});
  }
  return items;
}

std::set<gpu::TensorId> OutputRoots(const gpu::Graph& graph) {
  std::set<gpu::TensorId> roots;
  for (size_t i = 0; i < graph.tensors.size(); ++i) {
    if (graph.tensors[i].is_output) roots.insert(graph.Root(static_cast<gpu::TensorId>(i)));
  }
  return roots;
}

// `reserve` gives the memory of one item; `outputs` are copied for the host on the way.
template <typename Reserve>
Status WriteAll(const std::vector<Item>& items, const std::set<gpu::TensorId>& outputs, Reserve&& reserve,
                UploadedConstants& result) {
  for (const Item& item : items) {
    LITEVK_ASSIGN_OR_RETURN(const std::span<std::byte> out, reserve(item));
    LITEVK_RETURN_IF_ERROR(item.constant->write(out));
    if (outputs.contains(item.root)) result.host_copies[item.root] = {out.begin(), out.end()};
  }
  return {};
}

Status WriteDirectly(const std::vector<Item>& items, const std::set<gpu::TensorId>& outputs,
                     UploadedConstants& result) {
  const auto reserve = [&](const Item& item) -> Result<std::span<std::byte>> {
    return result.buffer.mapped().subspan(item.offset_bytes, item.bytes);
  };
  LITEVK_RETURN_IF_ERROR(WriteAll(items, outputs, reserve, result));
  return result.buffer.Flush({.bytes = result.buffer.mapped().size()});
}

Status WriteStaged(const vk::Device& device, const std::vector<Item>& items,
                   const std::set<gpu::TensorId>& outputs, std::chrono::milliseconds wait_limit,
                   UploadedConstants& result) {
  uint64_t largest = 1;
  uint64_t total = 1;
  for (const Item& item : items) {
    largest = std::max(largest, item.bytes);
    total += item.bytes;
  }
  const uint64_t staging_bytes = std::max(largest, std::min(total, kSmallConstantsBatchBytes));
  LITEVK_ASSIGN_OR_RETURN(StagedUpload upload,
                          StagedUpload::Create(device, result.buffer.handle(), staging_bytes, wait_limit));
  result.staging_bytes = staging_bytes;
  const auto reserve = [&](const Item& item) { return upload.Reserve(item.offset_bytes, item.bytes); };
  LITEVK_RETURN_IF_ERROR(WriteAll(items, outputs, reserve, result));
  return upload.Finish();
}

}  // namespace

Result<UploadedConstants> UploadConstants(const vk::Device& device, const gpu::Graph& graph,
                                          const gpu::MemoryPlan& plan, bool use_staging,
                                          std::chrono::milliseconds wait_limit) {
  UploadedConstants result;
  if (plan.constant_bytes == 0) return result;
  const vk::MemoryUse use = use_staging ? vk::MemoryUse::kDevice : vk::MemoryUse::kHostWrites;
  LITEVK_ASSIGN_OR_RETURN(result.buffer, vk::Buffer::Create(device, plan.constant_bytes, use, "constants"));
  const std::vector<Item> items = UsedConstants(graph, plan);
  const std::set<gpu::TensorId> outputs = OutputRoots(graph);
  LITEVK_RETURN_IF_ERROR(use_staging ? WriteStaged(device, items, outputs, wait_limit, result)
                                     : WriteDirectly(items, outputs, result));
  return result;
}

}  // namespace litevk
