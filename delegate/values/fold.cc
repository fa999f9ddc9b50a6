#include "delegate/values/fold.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "runtime/opset/kernel.h"

namespace litevk {
namespace {

int ProducerOf(const ir::Graph& graph, ir::TensorId id) {
  for (size_t position = 0; position < graph.nodes.size(); ++position) {
    for (const ir::TensorId output : graph.nodes[position].outputs) {
      if (output == id) return static_cast<int>(position);
    }
  }
  return -1;
}

Status RunNode(const ir::Graph& graph, const ir::Node& node, ir::TensorId wanted,
               std::vector<std::byte>* result) {
  const ref::KernelRow* kernel = ref::FindKernel(node.op_code);
  if (kernel == nullptr) return Internal("no reference kernel folds node " + std::to_string(node.index));
  std::vector<KnownValue> values;
  values.reserve(node.inputs.size());
  std::vector<ref::ConstView> inputs;
  for (const ir::TensorId id : node.inputs) {
    if (id == ir::kAbsent) {
      inputs.emplace_back();
      continue;
    }
    LITEVK_ASSIGN_OR_RETURN(KnownValue value, EvaluateKnown(graph, id));
    values.push_back(std::move(value));
    inputs.push_back({&graph.tensor(id), values.back().bytes()});
  }
  std::vector<std::vector<std::byte>> storage(node.outputs.size());
  std::vector<ref::MutableView> outputs;
  for (size_t i = 0; i < node.outputs.size(); ++i) {
    const ir::Tensor& tensor = graph.tensor(node.outputs[i]);
    storage[i].resize(static_cast<size_t>(tensor.ByteCount()));
    outputs.push_back({&tensor, storage[i]});
  }
  LITEVK_RETURN_IF_ERROR(ref::RunKernel(*kernel, {node.params, inputs, outputs}));
  for (size_t i = 0; i < node.outputs.size(); ++i) {
    if (node.outputs[i] == wanted) *result = std::move(storage[i]);
  }
  return {};
}

}  // namespace

KnownValue StoredValue(const ir::Tensor& tensor) {
  const auto address = reinterpret_cast<uintptr_t>(tensor.data.data());
  const int element = ir::ByteSize(tensor.type);
  if (element == 0 || address % static_cast<uintptr_t>(element) == 0) return KnownValue(tensor.data);
  return KnownValue(std::vector<std::byte>(tensor.data.begin(), tensor.data.end()));
}

Result<KnownValue> EvaluateKnown(const ir::Graph& graph, ir::TensorId id) {
  const ir::Tensor& tensor = graph.tensor(id);
  if (tensor.constness == ir::Constness::kStored) return StoredValue(tensor);
  const int producer = ProducerOf(graph, id);
  if (tensor.constness != ir::Constness::kFolded || producer < 0) {
    return Internal("tensor " + std::to_string(id) + " is not known before the first run");
  }
  std::vector<std::byte> result;
  LITEVK_RETURN_IF_ERROR(RunNode(graph, graph.nodes[static_cast<size_t>(producer)], id, &result));
  return KnownValue(std::move(result));
}

}  // namespace litevk
