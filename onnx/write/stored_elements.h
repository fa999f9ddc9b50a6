// The elements of stored operands, as they are in the model.
#pragma once

#include <cstddef>
#include <vector>

#include "onnx/facts/node_facts.h"
#include "runtime/base/elements.h"

namespace litevk::to_onnx {

// Returns the elements of stored inputs, concatenated.
template <typename T>
std::vector<T> StoredElements(const NodeFacts& node, const std::vector<size_t>& inputs) {
  std::vector<T> values;
  for (const size_t input : inputs) {
    const std::vector<T> elements = CopyElements<T>(node.input(input).data);
    values.insert(values.end(), elements.begin(), elements.end());
  }
  return values;
}

}  // namespace litevk::to_onnx
