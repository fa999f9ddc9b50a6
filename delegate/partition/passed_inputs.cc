#include "delegate/partition/passed_inputs.h"

#include <algorithm>
#include <cstddef>
#include <span>

#include "runtime/opset/op_info.h"

namespace litevk {
namespace {

// Returns the properties of a passed tensor that a judgement needs.
ir::Tensor Outline(const ir::Tensor& tensor) {
  ir::Tensor outline;
  outline.type = tensor.type;
  outline.dims = tensor.dims;
  outline.has_rank = tensor.has_rank;
  return outline;
}

void Merge(const ir::Tensor& other, ir::Tensor& tensor) {
  if (!tensor.has_rank || !other.has_rank || tensor.dims.rank() != other.dims.rank()) {
    tensor.has_rank = false;
    tensor.dims = {};
    return;
  }
  for (int axis = 0; axis < tensor.dims.rank(); ++axis) {
    if (tensor.dims[axis] != other.dims[axis]) tensor.dims[axis] = ir::kUnknownDim;
  }
}

// Returns the tensors that the node passes on, from input `first` on.
std::vector<ir::Tensor> PassedBy(const ir::Graph& graph, const ir::Node& node, size_t first) {
  std::vector<ir::Tensor> passed;
  for (size_t i = first; i < node.inputs.size(); ++i) {
    if (node.inputs[i] == ir::kAbsent) return {};
    passed.push_back(Outline(graph.tensor(node.inputs[i])));
  }
  return passed;
}

void AddPassed(int subgraph, const std::vector<ir::Tensor>& passed, PassedInputs& all) {
  const auto [entry, is_first] = all.try_emplace(subgraph, passed);
  if (is_first) return;
  std::vector<ir::Tensor>& known = entry->second;
  if (known.size() != passed.size()) {
    known.clear();
    return;
  }
  for (size_t i = 0; i < known.size(); ++i) Merge(passed[i], known[i]);
}

bool Fits(const ir::Tensor& input, const ir::Tensor& passed) {
  const bool ranks_fit = !input.has_rank || !passed.has_rank || input.dims.rank() == passed.dims.rank();
  return input.type == passed.type && ranks_fit;
}

// Gives the input the passed dims. A dim that the called subgraph leaves open may change from step to step of
// a loop.
void TakeDims(const ir::Tensor& passed, ir::Tensor& input) {
  if (!passed.has_rank) return;
  ir::Shape dims = passed.dims;
  for (int axis = 0; input.has_rank && axis < dims.rank(); ++axis) {
    if (ir::IsUnknown(input.dims[axis])) dims[axis] = ir::kUnknownDim;
  }
  input.dims = std::move(dims);
  input.has_rank = true;
}

// True for a tensor that a kernel added for itself, before its Prepare gives it a type: a model's tensors
// have one.
bool IsScratch(const ir::Tensor& tensor) { return tensor.type == ir::DataType::kNone; }

}  // namespace

std::vector<ir::TensorId> InputsOf(const ir::Graph& graph, const ir::GraphIndex& index) {
  std::vector<ir::TensorId> inputs;
  for (size_t id = 0; id < graph.tensors.size(); ++id) {
    const ir::Tensor& tensor = graph.tensors[id];
    const bool has_value = tensor.is_known() || tensor.is_variable;
    if (index.producers[id] < 0 && !has_value && !IsScratch(tensor)) {
      inputs.push_back(static_cast<ir::TensorId>(id));
    }
  }
  return inputs;
}

void CollectPassedInputs(const ir::Graph& graph, PassedInputs& passed) {
  for (const ir::Node& node : graph.nodes) {
    const OpInfo* info = FindOpInfo(node);
    if (info == nullptr || info->first_passed_input < 0 || !node.params.present()) continue;
    const std::vector<ir::Tensor> inputs =
        PassedBy(graph, node, static_cast<size_t>(info->first_passed_input));
    for (const int subgraph : info->called_subgraphs(&node.params.As<std::byte>())) {
      AddPassed(subgraph, inputs, passed);
    }
  }
}

void ApplyPassedInputs(const std::vector<ir::Tensor>& passed, const ir::GraphIndex& index, ir::Graph& graph) {
  const std::vector<ir::TensorId> inputs = InputsOf(graph, index);
  const auto fits = [&](ir::TensorId id, const ir::Tensor& tensor) { return Fits(graph.tensor(id), tensor); };
  if (!std::ranges::equal(inputs, passed, fits)) return;
  for (size_t i = 0; i < inputs.size(); ++i) TakeDims(passed[i], graph.tensor(inputs[i]));
}

}  // namespace litevk
