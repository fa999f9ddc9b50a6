// Memory for the tensors of a subgraph that the interpreter allocates: an arena for those that live between
// nodes, a block each for those that keep their values from one run to the next.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/interpreter/arena.h"
#include "runtime/tflite/common.h"

namespace litevk {

class TensorMemory {
 public:
  // The lifetimes of a new plan, by tensor id. Arena tensors lose their places, persistent ones keep values.
  void Plan(std::vector<Lifetime> lifetimes);
  void SetLifetime(int tensor, const Lifetime& lifetime);
  // Gives memory to the tensors whose lives begin at the plan's positions [first, last], and new addresses to
  // those that had some.
  Status Allocate(int first, int last, std::span<abi::TfLiteTensor> tensors);
  // Takes the memory of arena tensors whose lives begin after `position`.
  void ForgetAfter(int position, std::span<abi::TfLiteTensor> tensors);
  // Gives the arena back.
  void Release(std::span<abi::TfLiteTensor> tensors);

  // Whether these are bytes of the arena or a block: a tensor that a kernel just made dynamic may still point
  // to them, and must not free them.
  bool Contains(const void* address) const;
  size_t arena_bytes() const { return arena_.capacity(); }

 private:
  struct Block {
    AlignedBytes bytes;
    size_t size = 0;
  };

  Lifetime LifetimeOf(size_t tensor) const {
    return tensor < lifetimes_.size() ? lifetimes_[tensor] : Lifetime();
  }
  void Place(int first, int last, std::span<const abi::TfLiteTensor> tensors);
  Status AllocatePersistent(std::span<abi::TfLiteTensor> tensors);
  // Makes the tensors point to their places, or to nothing.
  void Resolve(std::span<abi::TfLiteTensor> tensors) const;

  std::vector<Lifetime> lifetimes_;
  Arena arena_;
  std::map<int, Block> blocks_;  // by tensor
};

}  // namespace litevk
