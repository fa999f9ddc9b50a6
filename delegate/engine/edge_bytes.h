// The bytes of a tensor that the interpreter and the device exchange.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "runtime/ir/graph.h"

namespace litevk {

// Converts a tensor's bytes. Both memories have the same bytes except for packed types, whose elements have a
// byte each on the device.
class EdgeBytes {
 public:
  explicit EdgeBytes(const ir::Tensor& tensor)
      : type_(tensor.type), elements_(static_cast<size_t>(tensor.dims.NumElements())) {}

  // True if the device may use the interpreter's bytes where they lie.
  bool AreAlike() const { return ir::PackedBits(type_) == 0; }

  // Copies a value to the device's memory, which may have room for more.
  void ToDevice(std::span<const std::byte> from, std::span<std::byte> to) const;
  // Copies a value from the device's memory, which may have more.
  void ToHost(std::span<const std::byte> from, std::span<std::byte> to) const;

 private:
  ir::DataType type_;
  size_t elements_;
};

// Returns the tensors' edges, in their order.
std::vector<EdgeBytes> EdgesOf(const ir::Graph& graph, std::span<const ir::TensorId> ids);

}  // namespace litevk
