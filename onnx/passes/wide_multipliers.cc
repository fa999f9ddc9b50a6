#include "onnx/passes/wide_multipliers.h"

#include <cmath>
#include <optional>
#include <utility>

#include "onnx/facts/op_row.h"
#include "onnx/facts/scaled_operands.h"
#include "runtime/ir/node_view.h"
#include "runtime/opset/quantized/fixed_point.h"

namespace litevk::to_onnx {
namespace {

// Returns the scales that give TFLite's factors.
ir::Quantization WithMultipliersOfTflite(const ir::Tensor& input, const ir::Tensor& weights,
                                         const ir::Tensor& output) {
  ir::Quantization result = weights.quantization;
  const int channels = static_cast<int>(result.scales.size());
  const auto multipliers =
      WideMultipliersOf(input.quantization, weights.quantization, output.quantization, channels);
  const auto stated =
      DoubleMultipliersOf(input.quantization, weights.quantization, output.quantization, channels);
  for (size_t i = 0; i < multipliers.size(); ++i) {
    const WideMultiplier wide = Widen(multipliers[i]);
    const double multiplier = std::ldexp(wide.multiplier, -wide.right);
    if (!(std::abs(multiplier - stated[i]) < stated[i] / 2)) continue;  // a factor that wraps around, or is 0
    result.scales[i] = static_cast<float>(multiplier * static_cast<double>(output.quantization.scales[0]) /
                                          static_cast<double>(input.quantization.scales[0]));
  }
  return result;
}

bool HasScale(const ir::Tensor& tensor) {
  return tensor.type == ir::DataType::kInt16 && tensor.quantization.scales.size() == 1;
}

// Returns the input that is multiplied with the weights, if it is int16 and its sums have 64 bits.
std::optional<size_t> WideInputOf(const ir::Graph& graph, const ir::Node& node) {
  const OpRow* row = FindOpRow(node.op_code);
  if (row == nullptr || row->sums.wide_input == nullptr) return std::nullopt;
  const std::optional<size_t> data = row->sums.wide_input(node);
  const ir::NodeView view(graph, node);
  if (!data || !view.has_input(static_cast<int>(*data)) || !view.has_input(1)) return std::nullopt;
  return graph.tensor(node.inputs[*data]).type == ir::DataType::kInt16 ? data : std::nullopt;
}

Status Check(const ir::Tensor& input, const ir::Tensor& weights, const ir::Tensor& output) {
  if (!HasScale(input) || !HasScale(output)) return Unsupported("its input or output has no scale of int16");
  if (!weights.is_known()) return Unsupported("its weights are computed in a run");
  return IsQuantized(weights) ? Status() : Unsupported("its weights have no scale");
}

}  // namespace

Status TakeWideMultipliers(ir::GraphRewriter& rewriter, PassContext& context) {
  for (size_t position = 0; position < rewriter.size(); ++position) {
    const ir::Node& node = rewriter.node(position);
    const std::optional<size_t> data = WideInputOf(rewriter.graph(), node);
    if (!data) continue;
    const ir::Tensor& input = rewriter.tensor(node.inputs[*data]);
    const ir::Tensor& output = rewriter.tensor(node.outputs[0]);
    ir::Tensor weights = rewriter.tensor(node.inputs[1]);
    const Status status = Check(input, weights, output);
    if (!status.ok()) {
      context.Refuse(node, status.message());
      continue;
    }
    weights.quantization = WithMultipliersOfTflite(input, weights, output);
    rewriter.SetInput(position, 1, rewriter.AddTensor(std::move(weights)));
  }
  return {};
}

}  // namespace litevk::to_onnx
