// The weights and the bias of layers, which kernels pack.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "kernels_ref/common/layer_output.h"
#include "kernels_ref/support/operand_tensors.h"
#include "runtime/base/elements.h"
#include "runtime/ir/packed_elements.h"
#include "runtime/opset/kernel.h"

namespace litevk::cpu {

// True if an operand is stored in the model, and not sparse, or if it is absent.
inline bool IsStored(const ir::Tensor* tensor) {
  return tensor == nullptr || (tensor->constness == ir::Constness::kStored && tensor->sparsity == nullptr);
}

// True if the weights, input 1 of a node, and the bias, its input 2, are stored.
inline bool HasConstants(const ref::PreparedNode& node) {
  return IsStored(node.inputs[1]) && IsStored(ref::OperandAt(node.inputs, 2));
}

struct FloatConstants {
  std::span<const float> weights;
  std::span<const float> bias;  // empty: none
};

// Returns nothing unless HasConstants.
inline std::optional<FloatConstants> FloatConstantsOf(const ref::PreparedNode& node) {
  if (!HasConstants(node)) return std::nullopt;
  const ir::Tensor* const bias = ref::OperandAt(node.inputs, 2);
  return FloatConstants{.weights = ElementsOf<float>(node.inputs[1]->data),
                        .bias = bias == nullptr ? std::span<const float>() : ElementsOf<float>(bias->data)};
}

// The values of an integer layer, which HasConstants.
template <typename Weight>
struct IntegerConstants {
  explicit IntegerConstants(const ref::PreparedNode& node)
      : weights(WeightsOf(*node.inputs[1])), bias_tensor(ref::OperandAt(node.inputs, 2)) {
    if (bias_tensor != nullptr) bias_view = {bias_tensor, bias_tensor->data};
  }

  // Returns the bias of 32 bits; empty: none.
  std::span<const int32_t> NarrowBias() const {
    return bias_tensor == nullptr ? std::span<const int32_t>() : ElementsOf<int32_t>(bias_tensor->data);
  }
  // Returns the layer's tensors, which refer to this object.
  ref::LayerTensors TensorsOf(const ref::PreparedNode& node, int channels, int activation) const {
    return {.input = *node.inputs[0],
            .weights = *node.inputs[1],
            .output = *node.outputs[0],
            .bias = bias_tensor == nullptr ? nullptr : &bias_view,
            .channels = channels,
            .activation = activation};
  }

  std::vector<Weight> weights;  // packed types have a byte for each
  const ir::Tensor* bias_tensor;
  ref::ConstView bias_view;

 private:
  static std::vector<Weight> WeightsOf(const ir::Tensor& tensor) {
    if (ir::PackedBits(tensor.type) == 0) return CopyElements<Weight>(tensor.data);
    const std::vector<std::byte> unpacked =
        ir::UnpackElements(tensor.type, tensor.data, tensor.dims.NumElements());
    return CopyElements<Weight>(unpacked);
  }
};

}  // namespace litevk::cpu
