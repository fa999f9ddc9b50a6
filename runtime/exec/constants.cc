#include "runtime/exec/constants.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <string>
#include <utility>

#include "runtime/vk/command.h"
#include "runtime/vk/instance/validation.h"

namespace litevk {
namespace {

constexpr uint64_t kSmallConstantsBatchBytes = 8ULL << 20;

// Fills the staging buffer with constants until the next one does not fit, and then copies them.
class StagedUpload {
 public:
  static Result<StagedUpload> Create(const vk::Device& device, uint64_t staging_bytes,
                                     std::chrono::milliseconds wait_limit) {
    StagedUpload upload;
    upload.device_ = &device;
    LITEVK_ASSIGN_OR_RETURN(
        upload.staging_,
        vk::Buffer::Create(device, staging_bytes, vk::MemoryUse::kHostReads, "constant staging"));
    LITEVK_ASSIGN_OR_RETURN(upload.commands_, vk::CommandBuffer::Create(device, wait_limit));
    return upload;
  }

  // Returns the memory for bytes that belong at `target`; valid until the next call.
  Result<std::span<std::byte>> Reserve(const BufferSlice& target, uint64_t bytes) {
    if (filled_ + bytes > staging_.mapped().size()) LITEVK_RETURN_IF_ERROR(Finish());
    const std::span<std::byte> span = staging_.mapped().subspan(filled_, bytes);
    if (bytes > 0) copies_[target.buffer->handle()].push_back({filled_, target.offset_bytes, bytes});
    filled_ += bytes;
    return span;
  }

  Status Finish() {
    if (copies_.empty()) return {};
    LITEVK_RETURN_IF_ERROR(staging_.Flush({.bytes = filled_}));
    LITEVK_RETURN_IF_ERROR(commands_.Begin());
    for (const auto& [target, copies] : copies_) {
      device_->fn().vkCmdCopyBuffer(commands_.handle(), staging_.handle(), target,
                                    static_cast<uint32_t>(copies.size()), copies.data());
    }
    vk::CmdBarrier(*device_, commands_.handle(), vk::kTransfer, vk::kCompute | vk::kTransfer);
    LITEVK_RETURN_IF_ERROR(commands_.End());
    LITEVK_RETURN_IF_ERROR(commands_.Run());
    copies_.clear();
    filled_ = 0;
    return {};
  }

 private:
  const vk::Device* device_ = nullptr;
  vk::Buffer staging_;
  vk::CommandBuffer commands_;
  std::map<VkBuffer, std::vector<VkBufferCopy>> copies_;  // copies by target buffer
  uint64_t filled_ = 0;
};

// A constant to write, with its tensor's exact size.
struct Item {
  const gpu::Constant* constant;
  gpu::TensorId root;
  uint64_t offset_bytes;  // offset in the new buffers
  uint64_t bytes;
};

std::set<gpu::TensorId> OutputRoots(const gpu::Graph& graph) {
  std::set<gpu::TensorId> roots;
  for (size_t i = 0; i < graph.tensors.size(); ++i) {
    if (graph.tensors[i].is_output) roots.insert(graph.Root(static_cast<gpu::TensorId>(i)));
  }
  return roots;
}

// Writes all items. `reserve` returns the memory of an item. Items in `outputs` are also copied for the host.
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

Status WriteDirectly(const BlockBuffers& buffers, const std::vector<Item>& items,
                     const std::set<gpu::TensorId>& outputs, UploadedConstants& result) {
  const auto reserve = [&](const Item& item) -> Result<std::span<std::byte>> {
    return buffers.Mapped(item.offset_bytes, item.bytes);
  };
  LITEVK_RETURN_IF_ERROR(WriteAll(items, outputs, reserve, result));
  return buffers.Flush({.bytes = items.back().offset_bytes + items.back().bytes});
}

Status WriteStaged(const vk::Device& device, const BlockBuffers& buffers, const std::vector<Item>& items,
                   const std::set<gpu::TensorId>& outputs, std::chrono::milliseconds wait_limit,
                   UploadedConstants& result) {
  uint64_t largest = 1;
  uint64_t total = 1;
  for (const Item& item : items) {
    largest = std::max(largest, item.bytes);
    total += item.bytes;
  }
  const uint64_t batch_bytes = std::min(kSmallConstantsBatchBytes, device.limits().max_allocation_bytes);
  const uint64_t staging_bytes = std::max(largest, std::min(total, batch_bytes));
  LITEVK_ASSIGN_OR_RETURN(StagedUpload upload, StagedUpload::Create(device, staging_bytes, wait_limit));
  result.staging_bytes = staging_bytes;
  const auto reserve = [&](const Item& item) {
    return upload.Reserve(buffers.At(item.offset_bytes), item.bytes);
  };
  LITEVK_RETURN_IF_ERROR(WriteAll(items, outputs, reserve, result));
  return upload.Finish();
}

// Takes shared constants from the store, and lays out the others in new buffers.
class Layout {
 public:
  Layout(const gpu::Graph& graph, const gpu::MemoryPlan& plan, const std::set<gpu::TensorId>& outputs,
         const ConstantStore* store, const gpu::Blocks& blocks, UploadedConstants& result)
      : outputs_(outputs), store_(store), blocks_(blocks), result_(result) {
    for (const gpu::Constant& constant : graph.constants) {
      const auto id = static_cast<size_t>(constant.tensor);
      const uint64_t placed_bytes = plan.placements[id].bytes;
      if (placed_bytes == 0) continue;
      Add({&constant, graph.Root(constant.tensor), 0, graph.tensors[id].bytes}, placed_bytes);
    }
  }

  const std::vector<Item>& items() const { return items_; }
  uint64_t bytes() const { return bytes_; }

  // Constant outputs are not shared: the host reads copies of them, which are made when they are written.
  bool MayShare(const Item& item) const {
    return store_ != nullptr && !item.constant->key.empty() && !outputs_.contains(item.root);
  }

 private:
  void Add(Item item, uint64_t placed_bytes) {
    const BufferSlice known = MayShare(item) ? store_->Find(item.constant->key, item.bytes) : BufferSlice();
    if (known.buffer != nullptr) {
      result_.slices[item.root] = known;
      result_.shared_bytes += placed_bytes;
      return;
    }
    item.offset_bytes = blocks_.Fit(bytes_, placed_bytes);
    bytes_ = item.offset_bytes + placed_bytes;
    items_.push_back(item);
  }

  const std::set<gpu::TensorId>& outputs_;
  const ConstantStore* store_;
  const gpu::Blocks blocks_;
  UploadedConstants& result_;
  std::vector<Item> items_;
  uint64_t bytes_ = 0;
};

Status CheckKeys(const gpu::Graph& graph, ConstantStore* store) {
  if (!vk::ValidationRequested()) return {};
  ConstantHashes own;
  return (store != nullptr ? store->hashes() : own).Check(graph);
}

}  // namespace

Result<UploadedConstants> UploadConstants(const vk::Device& device, const gpu::Graph& graph,
                                          const gpu::MemoryPlan& plan, ConstantStore* store, bool use_staging,
                                          std::chrono::milliseconds wait_limit) {
  LITEVK_RETURN_IF_ERROR(CheckKeys(graph, store));
  UploadedConstants result;
  const std::set<gpu::TensorId> outputs = OutputRoots(graph);
  const Layout layout(graph, plan, outputs, store, gpu::Blocks(device.limits()), result);
  if (layout.bytes() == 0) return result;
  const vk::MemoryUse use = use_staging ? vk::MemoryUse::kDevice : vk::MemoryUse::kHostWrites;
  BlockBuffers buffers;
  LITEVK_RETURN_IF_ERROR(buffers.Reserve(device, layout.bytes(), use, "constants"));
  LITEVK_RETURN_IF_ERROR(use_staging
                             ? WriteStaged(device, buffers, layout.items(), outputs, wait_limit, result)
                             : WriteDirectly(buffers, layout.items(), outputs, result));
  for (const Item& item : layout.items()) {
    const BufferSlice slice = buffers.At(item.offset_bytes);
    result.slices[item.root] = slice;
    if (layout.MayShare(item)) store->Add(item.constant->key, item.bytes, slice);
  }
  return result;
}

}  // namespace litevk
