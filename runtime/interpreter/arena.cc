#include "runtime/interpreter/arena.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

namespace litevk {
namespace {

size_t Aligned(size_t offset) {
  return (offset + kTensorAlignment - 1) / kTensorAlignment * kTensorAlignment;
}

}  // namespace

void Arena::ForgetAfter(int position) {
  std::erase_if(placements_, [&](const auto& entry) { return entry.second.lifetime.first > position; });
}

void Arena::Release() {
  block_.reset();
  capacity_ = 0;
}

size_t Arena::FindOffset(size_t bytes, const Lifetime& lifetime) const {
  std::vector<std::pair<size_t, size_t>> taken;  // begin and end
  for (const auto& [tensor, placed] : placements_) {
    if (placed.bytes > 0 && placed.lifetime.Meets(lifetime)) {
      taken.emplace_back(placed.offset, placed.offset + placed.bytes);
    }
  }
  std::ranges::sort(taken);
  size_t end = 0;
  size_t best = SIZE_MAX;
  size_t best_gap = SIZE_MAX;
  for (const auto& [taken_begin, taken_end] : taken) {
    const size_t begin = Aligned(end);
    if (begin + bytes <= taken_begin && taken_begin - begin < best_gap) {
      best = begin;
      best_gap = taken_begin - begin;
    }
    end = std::max(end, taken_end);
  }
  return best == SIZE_MAX ? Aligned(end) : best;
}

void Arena::Place(int tensor, size_t bytes, const Lifetime& lifetime) {
  placements_[tensor] = {bytes == 0 ? 0 : FindOffset(bytes, lifetime), bytes, lifetime};
}

bool Arena::Fits(int tensor, size_t bytes) const {
  const auto found = placements_.find(tensor);
  return found != placements_.end() && found->second.bytes >= bytes;
}

size_t Arena::needed() const {
  size_t bytes = 0;
  for (const auto& [tensor, placed] : placements_) bytes = std::max(bytes, placed.offset + placed.bytes);
  return bytes;
}

bool Arena::Commit() {
  const size_t bytes = needed();
  if (bytes <= capacity_) return true;
  AlignedBytes block = AllocateAligned(bytes);
  if (block == nullptr) return false;
  if (capacity_ > 0) std::memcpy(block.get(), block_.get(), capacity_);
  block_ = std::move(block);
  capacity_ = bytes;
  return true;
}

std::byte* Arena::Find(int tensor) const {
  const auto found = placements_.find(tensor);
  if (found == placements_.end() || found->second.bytes == 0 || block_ == nullptr) return nullptr;
  return block_.get() + found->second.offset;
}

bool Arena::Contains(const void* address) const {
  const auto value = reinterpret_cast<uintptr_t>(address);
  const auto begin = reinterpret_cast<uintptr_t>(block_.get());
  return block_ != nullptr && value >= begin && value < begin + capacity_;
}

}  // namespace litevk
