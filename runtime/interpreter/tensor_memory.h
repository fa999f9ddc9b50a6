// Memory for the tensors of a subgraph that the interpreter allocates. Tensors that live between nodes share
// an arena. Those that keep their values from run to run have a block each.
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
  // Sets the lifetimes of a new plan, by tensor id. Arena tensors lose their placements, persistent ones keep
  // values.
  void Plan(std::vector<Lifetime> lifetimes);
  void SetLifetime(int tensor, const Lifetime& lifetime);
  // Lets a node's output have the memory of its input, whose life goes on as long as the output's. Neither is
  // allocated yet. Holds until the output's memory is planned again.
  void Share(int input, int output);
  std::span<const Lifetime> lifetimes() const { return lifetimes_; }
  // Allocates the tensors whose lives begin at the plan's positions [first, last]. Tensors that had memory
  // may get new addresses.
  Status Allocate(int first, int last, std::span<abi::TfLiteTensor> tensors);
  // Frees arena tensors whose lives begin after `position`.
  void ForgetAfter(int position, std::span<abi::TfLiteTensor> tensors);
  // Frees the arena.
  void Release(std::span<abi::TfLiteTensor> tensors);

  // True if the address lies in the arena or a block. A tensor that a kernel just made dynamic may still
  // point to such memory, and must not free it.
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
  // Returns the tensor whose memory `tensor` has: itself unless it shares.
  int OwnerOf(int tensor) const;
  void Place(int first, int last, std::span<const abi::TfLiteTensor> tensors);
  Status AllocatePersistent(std::span<abi::TfLiteTensor> tensors);
  // Points the tensors to their placements, or to nothing.
  void Resolve(std::span<abi::TfLiteTensor> tensors) const;

  std::vector<Lifetime> lifetimes_;
  std::map<int, int> owners_;  // keyed by tensors that share the memory of another one, the owner
  Arena arena_;
  std::map<int, Block> blocks_;  // keyed by tensor id
};

}  // namespace litevk
