#include "onnx/recurrent/lstm_in_floats.h"

#include <array>

#include "runtime/opset/recurrent/lstm.h"

namespace litevk::to_onnx {
namespace {

constexpr std::array<const LstmGate*, 4> kGates = {&kLstmInputGate, &kLstmForgetGate, &kLstmCellGate,
                                                   &kLstmOutputGate};
constexpr size_t kIntermediates = 5;  // the last one belongs to the hidden state before the projection

std::optional<float> OnlyScaleOf(const ir::Tensor& tensor) {
  if (tensor.quantization.scales.size() != 1) return std::nullopt;
  return tensor.quantization.scales.front();
}

std::optional<float> Product(std::optional<float> left, std::optional<float> right) {
  return left && right ? std::optional(*left * *right) : std::nullopt;
}

// The scales of the inputs of a node, some of which may be absent.
class Scales {
 public:
  Scales(const ir::Graph& graph, const ir::Node& node) : graph_(graph), node_(node) {}

  bool Has(int operand) const {
    const auto index = static_cast<size_t>(operand);
    return index < node_.inputs.size() && node_.inputs[index] != ir::kAbsent;
  }
  std::optional<float> Of(int operand) const {
    return Has(operand) ? OnlyScaleOf(graph_.tensor(node_.inputs[static_cast<size_t>(operand)]))
                        : std::nullopt;
  }
  std::optional<float> OfHidden() const {
    const ir::TensorId hidden = node_.intermediates[kIntermediates - 1];
    return hidden == ir::kAbsent ? std::nullopt : OnlyScaleOf(graph_.tensor(hidden));
  }

 private:
  const ir::Graph& graph_;
  const ir::Node& node_;
};

}  // namespace

std::optional<float> ScaleOfLstmBias(const ir::Graph& graph, const ir::Node& node, size_t index) {
  if (node.intermediates.size() != kIntermediates) return std::nullopt;
  const Scales scales(graph, node);
  for (const LstmGate* gate : kGates) {
    if (index != static_cast<size_t>(gate->bias)) continue;
    if (scales.Has(gate->norm)) return Product(scales.Of(gate->norm), 0x1p-10F);
    return Product(scales.Of(kLstmInput), scales.Of(gate->weights));
  }
  if (index != static_cast<size_t>(kLstmProjectionBias)) return std::nullopt;
  return Product(scales.Of(kLstmProjectionWeights), scales.OfHidden());
}

}  // namespace litevk::to_onnx
