#include "runtime/interpreter/tensor_memory.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <tuple>

#include "runtime/model/tensor_data.h"

namespace litevk {
namespace {

Status NoMemory(size_t bytes) {
  return {StatusCode::kResourceExhausted, "no memory for " + std::to_string(bytes) + " bytes of tensors"};
}

}  // namespace

void TensorMemory::Plan(std::vector<Lifetime> lifetimes) {
  lifetimes_ = std::move(lifetimes);
  owners_.clear();
  arena_.Clear();
}

void TensorMemory::SetLifetime(int tensor, const Lifetime& lifetime) {
  const auto id = static_cast<size_t>(tensor);
  if (id >= lifetimes_.size()) lifetimes_.resize(id + 1);
  lifetimes_[id] = lifetime;
}

void TensorMemory::Share(int input, int output) {
  const int owner = OwnerOf(input);
  owners_[output] = owner;
  int& last = lifetimes_[static_cast<size_t>(owner)].last;
  last = std::max(last, lifetimes_[static_cast<size_t>(output)].last);
}

int TensorMemory::OwnerOf(int tensor) const {
  const auto found = owners_.find(tensor);
  return found == owners_.end() ? tensor : found->second;
}

Status TensorMemory::Allocate(int first, int last, std::span<abi::TfLiteTensor> tensors) {
  for (abi::TfLiteTensor& tensor : tensors) {
    if (OwnsData(tensor) && Contains(tensor.data.data)) tensor.data.data = nullptr;
  }
  Place(first, last, tensors);
  if (!arena_.Commit()) return NoMemory(arena_.needed());
  Resolve(tensors);
  return AllocatePersistent(tensors);
}

void TensorMemory::Place(int first, int last, std::span<const abi::TfLiteTensor> tensors) {
  std::vector<int> ids;
  for (size_t id = 0; id < tensors.size(); ++id) {
    const Lifetime lifetime = LifetimeOf(id);
    if (tensors[id].allocation_type != abi::kTfLiteArenaRw || !lifetime.is_used()) continue;
    if (owners_.contains(static_cast<int>(id))) continue;
    if (lifetime.first >= first && lifetime.first <= last &&
        !arena_.Fits(static_cast<int>(id), tensors[id].bytes)) {
      ids.push_back(static_cast<int>(id));
    }
  }
  // Places the largest tensors first, since small ones fit into gaps. Tensors that live forever would only
  // leave gaps, so they come before all others.
  const auto key = [&](int id) {
    const auto index = static_cast<size_t>(id);
    const bool is_temporary = lifetimes_[index].last != kForever;
    return std::tuple(is_temporary, SIZE_MAX - tensors[index].bytes, lifetimes_[index].first, id);
  };
  std::ranges::sort(ids, {}, key);
  for (const int id : ids) {
    arena_.Place(id, tensors[static_cast<size_t>(id)].bytes, lifetimes_[static_cast<size_t>(id)]);
  }
}

void TensorMemory::Resolve(std::span<abi::TfLiteTensor> tensors) const {
  for (size_t id = 0; id < tensors.size(); ++id) {
    if (tensors[id].allocation_type != abi::kTfLiteArenaRw) continue;
    const int owner = OwnerOf(static_cast<int>(id));
    tensors[id].data.data = arena_.Fits(owner, tensors[id].bytes) ? arena_.Find(owner) : nullptr;
  }
}

Status TensorMemory::AllocatePersistent(std::span<abi::TfLiteTensor> tensors) {
  for (size_t id = 0; id < tensors.size(); ++id) {
    abi::TfLiteTensor& tensor = tensors[id];
    if (tensor.allocation_type != abi::kTfLiteArenaRwPersistent) continue;
    if (!tensor.is_variable && !LifetimeOf(id).is_used()) continue;
    Block& block = blocks_[static_cast<int>(id)];
    if (block.bytes == nullptr || block.size != tensor.bytes) {
      const size_t size = std::max<size_t>(tensor.bytes, 1);
      block.bytes = AllocateAligned(size);
      if (block.bytes == nullptr) return NoMemory(size);
      std::memset(block.bytes.get(), 0, size);
      block.size = tensor.bytes;
    }
    tensor.data.data = block.bytes.get();
  }
  return {};
}

void TensorMemory::ForgetAfter(int position, std::span<abi::TfLiteTensor> tensors) {
  std::erase_if(owners_, [&](const auto& entry) {
    return LifetimeOf(static_cast<size_t>(entry.first)).first > position;
  });
  arena_.ForgetAfter(position);
  Resolve(tensors);
}

void TensorMemory::Release(std::span<abi::TfLiteTensor> tensors) {
  arena_.Release();
  Resolve(tensors);
}

bool TensorMemory::Contains(const void* address) const {
  if (arena_.Contains(address)) return true;
  return std::ranges::any_of(blocks_, [&](const auto& entry) { return entry.second.bytes.get() == address; });
}

}  // namespace litevk
