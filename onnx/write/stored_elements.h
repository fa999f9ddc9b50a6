// The elements of stored operands, as they are in the model.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

#include "onnx/facts/node_facts.h"

namespace litevk::to_onnx {

// Returns the elements of stored inputs, concatenated.
template <typename T>
std::vector<T> StoredElements(const NodeFacts& node, const std::vector<size_t>& inputs) {
  std::vector<T> values;
  for (const size_t input : inputs) {
    const std::span<const std::byte> bytes = node.input(input).data;
    const size_t before = values.size();
    values.resize(before + bytes.size() / sizeof(T));
    std::memcpy(values.data() + before, bytes.data(), bytes.size());
  }
  return values;
}

}  // namespace litevk::to_onnx
