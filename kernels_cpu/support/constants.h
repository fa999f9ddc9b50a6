// The weights and the bias of layers, which kernels pack.
#pragma once

#include <optional>
#include <span>

#include "kernels_ref/support/operand_tensors.h"
#include "runtime/base/elements.h"
#include "runtime/opset/kernel.h"

namespace litevk::cpu {

struct FloatConstants {
  std::span<const float> weights;
  std::span<const float> bias;  // empty: none
};

// Returns the weights, input 1 of a node, and the bias, its input 2. Returns nothing if one of them is not
// stored in the model, or sparse.
inline std::optional<FloatConstants> FloatConstantsOf(const ref::PreparedNode& node) {
  const auto is_stored = [](const ir::Tensor& tensor) {
    return tensor.constness == ir::Constness::kStored && tensor.sparsity == nullptr;
  };
  if (!is_stored(*node.inputs[1])) return std::nullopt;
  const ir::Tensor* const bias = ref::OperandAt(node.inputs, 2);
  if (bias != nullptr && !is_stored(*bias)) return std::nullopt;
  return FloatConstants{.weights = ElementsOf<float>(node.inputs[1]->data),
                        .bias = bias == nullptr ? std::span<const float>() : ElementsOf<float>(bias->data)};
}

}  // namespace litevk::cpu
