// One block of memory that tensors share: two may overlap if their lifetimes do not.
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

// Positions of the execution plan, both included; `first` is -1 for an unused tensor.
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

// Returns null if memory runs out.
inline AlignedBytes AllocateAligned(size_t bytes) {
  return AlignedBytes(
      static_cast<std::byte*>(::operator new (bytes, std::align_val_t{kTensorAlignment}, std::nothrow)));
}

class Arena {
 public:
  // Removes all placements. The block stays.
  void Clear() { placements_.clear(); }
  // Removes the placements of tensors that live only after `position`.
  void ForgetAfter(int position);
  // Frees the memory. Placements stay, and get memory again at the next Commit.
  void Release();

  // True if the tensor is placed with at least that size.
  bool Fits(int tensor, size_t bytes) const;
  // Places a tensor in the smallest sufficient gap between tensors that live at the same time, or behind
  // them.
  void Place(int tensor, size_t bytes, const Lifetime& lifetime);
  // Returns the size that the block needs for all placements.
  size_t needed() const;
  // Grows the block to needed(). Keeps the contents, which may move. False if memory runs out.
  bool Commit();

  // Null for a tensor without a placement, or with one of no bytes.
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

  std::map<int, Placed> placements_;  // keyed by tensor
  AlignedBytes block_;
  size_t capacity_ = 0;
};

}  // namespace litevk
