#include "delegate/lower/planned_values.h"

#include <string>
#include <utility>

#include "delegate/lower/fold.h"
#include "runtime/opset/kernel.h"

namespace litevk {

Status PlannedValues::Evaluate(ir::Graph& graph, ir::TensorId id) {
  const int producer = ir::Producers(graph)[static_cast<size_t>(id)];
  if (producer < 0) return Internal("tensor " + std::to_string(id) + ": no node computes its shape");
  const ir::Node& node = graph.nodes[static_cast<size_t>(producer)];
  for (const ir::TensorId input : node.inputs) {
    if (input == ir::kAbsent || !graph.tensor(input).is_planned()) continue;
    LITEVK_RETURN_IF_ERROR(Evaluate(graph, input));
  }
  const Status status = Run(graph, node);
  if (status.ok()) return {};
  return {status.code(), std::string(FindOpInfo(node)->name) + " node " + std::to_string(node.index) + ": " +
                             status.message()};
}

Status PlannedValues::Run(ir::Graph& graph, const ir::Node& node) {
  const ref::KernelRow& kernel = *ref::FindKernel(node.op_code);
  std::vector<KnownValue> values;
  values.reserve(node.inputs.size());
  std::vector<ref::ConstView> inputs;
  const std::vector<const ir::Tensor*> tensors = ir::TensorsOf(graph, node.inputs);
  for (size_t i = 0; i < tensors.size(); ++i) {
    const ir::Tensor* tensor = tensors[i];
    if (tensor != nullptr && tensor->dims.has_unknown()) {
      return Internal("the dims of tensor " + std::to_string(node.inputs[i]) +
                      " are not known when its shape is asked for");
    }
    inputs.push_back({tensor, {}});
    // A tensor of the run has a shape alone.
    if (tensor == nullptr || !tensor->is_known()) continue;
    LITEVK_ASSIGN_OR_RETURN(KnownValue value, EvaluateKnown(graph, node.inputs[i]));
    values.push_back(std::move(value));
    inputs.back().bytes = values.back().bytes();
  }
  std::vector<ir::Shape> shapes;
  std::vector<ir::DataType> types;
  for (const ir::TensorId id : node.outputs) {
    shapes.push_back(graph.tensor(id).dims);
    types.push_back(graph.tensor(id).type);
  }
  LITEVK_RETURN_IF_ERROR(kernel.info.infer_shapes(
      {.inputs = tensors, .params = node.params, .outputs = shapes, .output_types = types}));
  std::vector<ref::MutableView> outputs;
  outputs.reserve(shapes.size());
  for (size_t i = 0; i < shapes.size(); ++i) {
    ir::Tensor& tensor = graph.tensor(node.outputs[i]);
    tensor.dims = std::move(shapes[i]);
    outputs.push_back({&tensor, storage_.emplace_back(static_cast<size_t>(tensor.ByteCount()))});
  }
  LITEVK_RETURN_IF_ERROR(ref::RunKernel(kernel, {node.params, inputs, outputs}));
  for (size_t i = 0; i < outputs.size(); ++i) {
    ir::Tensor& tensor = graph.tensor(node.outputs[i]);
    tensor.data = outputs[i].bytes;
    tensor.constness = ir::Constness::kStored;
    tensor.is_of_plan = true;
  }
  return {};
}

}  // namespace litevk
