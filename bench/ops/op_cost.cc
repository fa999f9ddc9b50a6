#include "bench/ops/op_cost.h"

#include <algorithm>
#include <set>

#include "delegate/abi/builtin_ops.h"
#include "delegate/abi/builtin_params.h"

namespace litevk::bench {
namespace {

double Elements(const ir::Tensor& tensor) { return static_cast<double>(tensor.dims.NumElements()); }

// Elements of the filter that make one element of the output.
double Taps(const ir::Graph& graph, const ir::Node& node) {
  const ir::Shape& filter = graph.tensor(node.inputs[1]).dims;
  return static_cast<double>(filter[1]) * filter[2];
}

double PoolFlops(const ir::Graph& graph, const ir::Node& node) {
  const auto& params = node.params.As<abi::TfLitePoolParams>();
  return Elements(graph.tensor(node.outputs[0])) * params.filter_height * params.filter_width;
}

double NodeFlops(const ir::Graph& graph, const ir::Node& node) {
  const double outputs = Elements(graph.tensor(node.outputs[0]));
  const ir::Tensor& input = graph.tensor(node.inputs[0]);
  switch (node.op_code) {
    case abi::kTfLiteBuiltinConv2d:
      return 2 * outputs * Taps(graph, node) * graph.tensor(node.inputs[1]).dims[3];
    case abi::kTfLiteBuiltinDepthwiseConv2d:
      return 2 * outputs * Taps(graph, node);
    case abi::kTfLiteBuiltinTransposeConv:
      return 2 * Elements(graph.tensor(node.inputs[2])) * Taps(graph, node) *
             graph.tensor(node.inputs[1]).dims[0];
    case abi::kTfLiteBuiltinFullyConnected:
      return 2 * outputs * graph.tensor(node.inputs[1]).dims[1];
    case abi::kTfLiteBuiltinAveragePool2d:
    case abi::kTfLiteBuiltinMaxPool2d:
      return PoolFlops(graph, node);
    case abi::kTfLiteBuiltinMean:
      return Elements(input);
    case abi::kTfLiteBuiltinConcatenation:
    case abi::kTfLiteBuiltinDepthToSpace:
    case abi::kTfLiteBuiltinDequantize:
    case abi::kTfLiteBuiltinPad:
    case abi::kTfLiteBuiltinReshape:
    case abi::kTfLiteBuiltinSpaceToDepth:
    case abi::kTfLiteBuiltinStridedSlice:
      return 0;
    default:
      return outputs;  // elementwise: one, however hard
  }
}

}  // namespace

OpCost CostOf(const OpModel& model) {
  OpCost cost;
  // A constant and an input count once, however many nodes read them.
  std::set<ir::TensorId> moved(model.partition.outputs.begin(), model.partition.outputs.end());
  moved.insert(model.partition.inputs.begin(), model.partition.inputs.end());
  for (const int position : model.partition.positions) {
    const ir::Node& node = model.graph.nodes[static_cast<size_t>(position)];
    cost.flops += NodeFlops(model.graph, node);
    std::ranges::copy_if(node.inputs, std::inserter(moved, moved.end()), [&](ir::TensorId id) {
      return id != ir::kAbsent && model.graph.tensor(id).is_known();
    });
  }
  for (const ir::TensorId id : moved) cost.bytes += static_cast<double>(model.graph.tensor(id).ByteCount());
  return cost;
}

}  // namespace litevk::bench
