// The tensors of a node's operands.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Returns the tensors of views; null where one is absent.
template <typename View>
std::vector<const ir::Tensor*> TensorsOf(std::span<const View> views) {
  std::vector<const ir::Tensor*> tensors;
  tensors.reserve(views.size());
  for (const View& view : views) tensors.push_back(view.tensor);
  return tensors;
}

// Returns the tensor of an operand; null where it is absent.
inline const ir::Tensor* OperandAt(OperandTensors operands, size_t index) {
  return index < operands.size() ? operands[index] : nullptr;
}

}  // namespace litevk::ref
