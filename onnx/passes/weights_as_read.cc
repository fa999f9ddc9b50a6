#include "onnx/passes/weights_as_read.h"

#include <algorithm>
#include <utility>

#include "runtime/opset/common/dynamic_int8.h"
#include "runtime/opset/signature.h"

namespace litevk::to_onnx {
namespace {

bool IsBytesOfInt8(const Signature& signature, const ir::Tensor& tensor) {
  return signature.name == kDynamicInt8InUint8 && tensor.type == ir::DataType::kUInt8;
}

// Returns the quantization that a kernel uses for the operand.
ir::Quantization AsRead(const OperandType& operand, const ir::Tensor& tensor) {
  ir::Quantization quantization = tensor.quantization;
  const bool has_one_scale = quantization.scales.size() == 1;
  const bool reads_zero_point = operand.scaling == Scaling::kPerTensorOrChannel && has_one_scale;
  if (operand.takes_any_zero_point && !reads_zero_point) std::ranges::fill(quantization.zero_points, 0);
  if (!operand.takes_any_axis || has_one_scale) return quantization;
  quantization.channel_axis = operand.axis < 0 ? operand.axis + tensor.dims.rank() : operand.axis;
  return quantization;
}

}  // namespace

Status ReadWeightsAsKernelsDo(ir::GraphRewriter& rewriter, size_t position, const OpInfo& info) {
  const ir::Graph& graph = rewriter.graph();
  const ir::Node& node = rewriter.node(position);
  const auto matched =
      MatchSignature(info.types, ir::TensorsOf(graph, node.inputs), ir::TensorsOf(graph, node.outputs));
  if (matched == info.types.end()) return {};
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    if (node.inputs[i] == ir::kAbsent) continue;
    const ir::Tensor& stated = graph.tensor(node.inputs[i]);
    ir::Quantization as_read = AsRead(matched->input(i), stated);
    const bool is_bytes = IsBytesOfInt8(*matched, stated);
    const bool is_alike = as_read.zero_points == stated.quantization.zero_points &&
                          as_read.channel_axis == stated.quantization.channel_axis;
    if (is_alike && !is_bytes) continue;
    if (!stated.is_known())
      return Unsupported("reads weights of a run in another way than their tensor states");
    ir::Tensor weights = stated;
    if (is_bytes) weights.type = ir::DataType::kInt8;
    weights.quantization = std::move(as_read);
    rewriter.SetInput(position, i, rewriter.AddTensor(std::move(weights)));
  }
  return {};
}

}  // namespace litevk::to_onnx
