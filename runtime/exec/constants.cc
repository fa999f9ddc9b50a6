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

// Constants to write, each with its tensor's exact size.
struct Item {
  const gpu::Constant* constant;
  gpu::TensorId root;
  uint64_t offset_bytes;  // in the new buffer
  uint64_t bytes;
};

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

Status WriteDirectly(const vk::Buffer& buffer, const std::vector<Item>& items,
                     const std::set<gpu::TensorId>& outputs, UploadedConstants& result) {
  const auto reserve = [&](const Item& item) -> Result<std::span<std::byte>> {
    return buffer.mapped().subspan(item.offset_bytes, item.bytes);
  };
  LITEVK_RETURN_IF_ERROR(WriteAll(items, outputs, reserve, result));
  return buffer.Flush({.bytes = buffer.mapped().size()});
}

Status WriteStaged(const vk::Device& device, const vk::Buffer& buffer, const std::vector<Item>& items,
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
                          StagedUpload::Create(device, buffer.handle(), staging_bytes, wait_limit));
  result.staging_bytes = staging_bytes;
  const auto reserve = [&](const Item& item) { return upload.Reserve(item.offset_bytes, item.bytes); };
  LITEVK_RETURN_IF_ERROR(WriteAll(items, outputs, reserve, result));
  return upload.Finish();
}

// Sorts out what the store has, and gives the rest places in a buffer of their own.
class Layout {
 public:
  Layout(const gpu::Graph& graph, const gpu::MemoryPlan& plan, const std::set<gpu::TensorId>& outputs,
         const ConstantStore* store, uint64_t alignment, UploadedConstants& result)
      : outputs_(outputs), store_(store), alignment_(alignment), result_(result) {
    for (const gpu::Constant& constant : graph.constants) {
      const auto id = static_cast<size_t>(constant.tensor);
      const uint64_t placed_bytes = plan.placements[id].bytes;
      if (placed_bytes == 0) continue;
      Add({&constant, graph.Root(constant.tensor), 0, graph.tensors[id].bytes}, placed_bytes);
    }
  }

  const std::vector<Item>& items() const { return items_; }
  uint64_t bytes() const { return bytes_; }

  // The host reads constant outputs from copies, which are made when they are written.
  bool MayShare(const Item& item) const {
    return store_ != nullptr && !item.constant->key.empty() && !outputs_.contains(item.root);
  }

 private:
  void Add(Item item, uint64_t placed_bytes) {
    const ConstantPlace known =
        MayShare(item) ? store_->Find(item.constant->key, item.bytes) : ConstantPlace();
    if (known.buffer != nullptr) {
      result_.places[item.root] = known;
      result_.shared_bytes += placed_bytes;
      return;
    }
    item.offset_bytes = gpu::AlignUp(bytes_, alignment_);
    bytes_ = item.offset_bytes + placed_bytes;
    items_.push_back(item);
  }

  const std::set<gpu::TensorId>& outputs_;
  const ConstantStore* store_;
  const uint64_t alignment_;
  UploadedConstants& result_;
  std::vector<Item> items_;
  uint64_t bytes_ = 0;
};

}  // namespace

Result<UploadedConstants> UploadConstants(const vk::Device& device, const gpu::Graph& graph,
                                          const gpu::MemoryPlan& plan, ConstantStore* store, bool use_staging,
                                          std::chrono::milliseconds wait_limit) {
  UploadedConstants result;
  const std::set<gpu::TensorId> outputs = OutputRoots(graph);
  const Layout layout(graph, plan, outputs, store, gpu::PlacementAlignment(device.limits()), result);
  if (layout.bytes() == 0) return result;
  const vk::MemoryUse use = use_staging ? vk::MemoryUse::kDevice : vk::MemoryUse::kHostWrites;
  LITEVK_ASSIGN_OR_RETURN(vk::Buffer created, vk::Buffer::Create(device, layout.bytes(), use, "constants"));
  const auto buffer = std::make_shared<const vk::Buffer>(std::move(created));
  LITEVK_RETURN_IF_ERROR(use_staging
                             ? WriteStaged(device, *buffer, layout.items(), outputs, wait_limit, result)
                             : WriteDirectly(*buffer, layout.items(), outputs, result));
  for (const Item& item : layout.items()) {
    const ConstantPlace place = {buffer, item.offset_bytes};
    result.places[item.root] = place;
    if (layout.MayShare(item)) store->Add(item.constant->key, item.bytes, place);
  }
  return result;
}

}  // namespace litevk
