#include "onnx/passes/wide_factors.h"

#include <cmath>
#include <optional>

#include "onnx/facts/op_row.h"
#include "onnx/facts/scaled_operands.h"
#include "runtime/ir/node_view.h"
#include "runtime/opset/quantized/fixed_point.h"

namespace litevk::to_onnx {
namespace {

// Returns the scales that give TFLite's factors.
ir::Quantization WithFactorsOfTflite(const ir::Tensor& input, const ir::Tensor& weights,
                                     const ir::Tensor& output) {
  ir::Quantization result = weights.quantization;
  const int channels = static_cast<int>(result.scales.size());
  const auto factors = WideFactorsOf(input.quantization, weights.quantization, output.quantization, channels);
  const auto stated = RealFactorsOf(input.quantization, weights.quantization, output.quantization, channels);
  for (size_t i = 0; i < factors.size(); ++i) {
    const WideFactor wide = Widen(factors[i]);
    const double factor = std::ldexp(wide.multiplier, -wide.right);
    if (!(std::abs(factor - stated[i]) < stated[i] / 2)) continue;  // a factor that wraps around, or is 0
    result.scales[i] = static_cast<float>(factor * static_cast<double>(output.quantization.scales[0]) /
                                          static_cast<double>(input.quantization.scales[0]));
  }
  return result;
}

bool HasScale(const ir::Tensor& tensor) {
  return tensor.type == ir::DataType::kInt16 && tensor.quantization.scales.size() == 1;
}

}  // namespace

void TakeWideFactors(ir::Graph& graph) {
  for (ir::Node& node : graph.nodes) {
    const OpRow* row = FindOpRow(node.op_code);
    const bool may_be_wide = row != nullptr && row->sums.wide_input != nullptr;
    const std::optional<size_t> data = may_be_wide ? row->sums.wide_input(node) : std::nullopt;
    const ir::NodeView view(graph, node);
    if (!data || !view.has_input(static_cast<int>(*data)) || !view.has_input(1)) continue;
    const ir::Tensor& input = graph.tensor(node.inputs[*data]);
    const ir::Tensor& output = graph.tensor(node.outputs[0]);
    ir::Tensor weights = graph.tensor(node.inputs[1]);
    if (!HasScale(input) || !HasScale(output) || !weights.is_known() || !IsQuantized(weights)) continue;
    weights.quantization = WithFactorsOfTflite(input, weights, output);
    node.inputs[1] = static_cast<ir::TensorId>(graph.tensors.size());
    graph.tensors.push_back(std::move(weights));
  }
}

}  // namespace litevk::to_onnx
