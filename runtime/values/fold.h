// Constant folding: computes the values of tensors that are known before the first run, on demand.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "runtime/base/elements.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph.h"

namespace litevk {

// The value of a known tensor: the model's own bytes, or computed bytes that this object owns.
class KnownValue {
 public:
  explicit KnownValue(std::span<const std::byte> borrowed) : bytes_(borrowed) {}
  explicit KnownValue(std::vector<std::byte> owned) : owned_(std::move(owned)), bytes_(owned_) {}
  KnownValue(KnownValue&& other) noexcept { *this = std::move(other); }
  KnownValue& operator=(KnownValue&& other) noexcept {
    const bool owns = !other.owned_.empty();
    owned_ = std::move(other.owned_);
    bytes_ = owns ? std::span<const std::byte>(owned_) : other.bytes_;
    return *this;
  }

  std::span<const std::byte> bytes() const { return bytes_; }
  template <typename T>
  std::span<const T> As() const {
    return ElementsOf<T>(bytes_);
  }

 private:
  std::vector<std::byte> owned_;
  std::span<const std::byte> bytes_;
};

// Returns the value of a stored tensor. It is a copy if the bytes in the file are not aligned for the type.
KnownValue StoredValue(const ir::Tensor& tensor);

// Makes the outputs of a node, whose inputs are known, kFolded. Small values that depend on small ones are
// computed and kept here. A chain of them would otherwise be computed again for every reader.
void Fold(ir::Graph& graph, const ir::Node& node);

// Evaluates a tensor that is kStored or kFolded, by running the nodes that lead to it on kernels_ref, each
// once. The caller gets the only copy of larger values.
Result<KnownValue> EvaluateKnown(const ir::Graph& graph, ir::TensorId id);

}  // namespace litevk
