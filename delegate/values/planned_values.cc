#include "delegate/values/planned_values.h"

#include <string>
#include <utility>

#include "delegate/values/fold.h"
#include "runtime/opset/kernel.h"

namespace litevk {

Result<std::vector<ComputedTensor>> ComputeNode(const ir::Graph& graph, const ir::Node& node,
                                                std::span<const ref::ConstView> inputs) {
  const ref::KernelRow& kernel = *ref::FindKernel(node.op_code);
  std::vector<const ir::Tensor*> tensors;
  for (const ref::ConstView& input : inputs) tensors.push_back(input.tensor);
  std::vector<ir::Shape> shapes;
  std::vector<ir::DataType> types;
  for (const ir::TensorId id : node.outputs) {
    shapes.push_back(graph.tensor(id).dims);
    types.push_back(graph.tensor(id).type);
  }
  LITEVK_RETURN_IF_ERROR(InferShapes(
      kernel.info, {.inputs = tensors, .params = node.params, .outputs = shapes, .output_types = types}));
  std::vector<ComputedTensor> outputs(shapes.size());
  std::vector<ref::MutableView> views;
  for (size_t i = 0; i < shapes.size(); ++i) {
    if (shapes[i].has_unknown()) return Internal("the dims of an output are not known");
    ComputedTensor& output = outputs[i];
    output.tensor = graph.tensor(node.outputs[i]);
    output.tensor.dims = std::move(shapes[i]);
    output.bytes.resize(static_cast<size_t>(output.tensor.ByteCount()));
    views.push_back({&output.tensor, output.bytes});
  }
  LITEVK_RETURN_IF_ERROR(ref::RunKernel(kernel, {node.params, inputs, views}));
  return outputs;
}

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
  std::vector<KnownValue> values;
  values.reserve(node.inputs.size());
  std::vector<ref::ConstView> inputs;
  for (const ir::TensorId id : node.inputs) {
    inputs.emplace_back();
    if (id == ir::kAbsent) continue;
    const ir::Tensor& tensor = graph.tensor(id);
    if (tensor.dims.has_unknown()) {
      return Internal("the dims of tensor " + std::to_string(id) +
                      " are not known when its shape is asked for");
    }
    inputs.back().tensor = &tensor;
    // A tensor of the run has a shape alone.
    if (!tensor.is_known()) continue;
    LITEVK_ASSIGN_OR_RETURN(KnownValue value, EvaluateKnown(graph, id));
    values.push_back(std::move(value));
    inputs.back().bytes = values.back().bytes();
  }
  LITEVK_ASSIGN_OR_RETURN(std::vector<ComputedTensor> outputs, ComputeNode(graph, node, inputs));
  for (size_t i = 0; i < outputs.size(); ++i) {
    ir::Tensor& tensor = graph.tensor(node.outputs[i]);
    tensor.dims = std::move(outputs[i].tensor.dims);
    tensor.data = storage_.emplace_back(std::move(outputs[i].bytes));
    tensor.constness = ir::Constness::kStored;
    tensor.is_of_plan = true;
  }
  return {};
}

}  // namespace litevk
