// One block of memory that tensors share: two of them may lie at the same place when their lifetimes do
// not meet.
#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <memory>
#include <new>
#include <vector>

namespace litevk {

inline constexpr size_t kTensorAlignment = 64;
inline constexpr int kForever = std::numeric_limits<int>::max();

// Positions of the execution plan, both included; `first` is -1 for a tensor that nothing uses.
struct Lifetime {
  int first = -1;
  int last = -1;

  bool is_used() const { return first >= 0; }
  bool Meets(const Lifetime& other) const { return first <= other.last && other.first <= last; }
};

struct FreeAligned {
  void operator()(std::byte* bytes) const { ::operator delete (bytes, std::align_val_t{kTensorAlignment}); }
};
using AlignedBytes = std::unique_ptr<std::byte, FreeAligned>;

// Null when memory runs out.
inline AlignedBytes AllocateAligned(size_t bytes) {
  return AlignedBytes(
      static_cast<std::byte*>(::operator new (bytes, std::align_val_t{kTensorAlignment}, std::nothrow)));
}

class Arena {
 public:
  // Takes every tensor's place. The block stays.
  void Clear() { places_.clear(); }
  // Takes the places of the tensors that live only after `position`.
  void ForgetAfter(int position);
  // Gives the memory back; the places stay and get memory again at the next Commit.
  void Release();

  // Whether the tensor has a place of at least that size.
  bool Fits(int tensor, size_t bytes) const;
  // At the smallest gap between the tensors that live at the same time, or behind them.
  void Place(int tensor, size_t bytes, const Lifetime& lifetime);
  // What the block must have for every place.
  size_t needed() const;
  // Makes the block that large, keeping its contents; they may move. False when memory runs out.
  bool Commit();

  // Null for a tensor without a place, or with one of no bytes.
  std::byte* Find(int tensor) const;
  bool Contains(const void* address) const;
  size_t capacity() const { return capacity_; }

 private:
  struct Placed {
    size_t offset;
    size_t bytes;
    Lifetime lifetime;
  };

  size_t FindOffset(size_t bytes, const Lifetime& lifetime) const;

  std::map<int, Placed> places_;  // by tensor
  AlignedBytes block_;
  size_t capacity_ = 0;
};

}  // namespace litevk
