#include "runtime/onnx/states.h"

#include <algorithm>
#include <utility>

#include "runtime/onnx/prepare.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::to_onnx {
namespace {

// The name by which handles mean the same resource.
std::string ResourceOf(const ir::Node& handle) {
  const auto& params = handle.params.As<abi::TfLiteVarHandleParams>();
  const auto text = [](const char* name) { return std::string(name == nullptr ? "" : name); };
  return text(params.container) + "/" + text(params.shared_name);
}

bool IsDeclaration(const ir::Node& node) {
  return node.op_code == abi::kTfLiteBuiltinVarHandle || node.op_code == abi::kTfLiteBuiltinCallOnce;
}

// Returns the tensor whose type and dims are those of the resource: what is read of it, or assigned.
const ir::Tensor* ValueOf(const ir::Graph& graph, ir::TensorId handle) {
  for (const ir::Node& node : graph.nodes) {
    if (node.inputs.empty() || node.inputs[0] != handle) continue;
    if (node.op_code == abi::kTfLiteBuiltinReadVariable) return &graph.tensor(node.outputs[0]);
    if (node.op_code == abi::kTfLiteBuiltinAssignVariable) return &graph.tensor(node.inputs[1]);
  }
  return nullptr;
}

}  // namespace

size_t States::Add(State state) {
  state.initial.resize(static_cast<size_t>(state.tensor.ByteCount()));
  states_.push_back(std::move(state));
  return states_.size() - 1;
}

State* States::Find(ir::TensorId id) {
  const auto found = by_tensor_.find(id);
  return found == by_tensor_.end() ? nullptr : &states_[found->second];
}

void States::AddVariables(const ir::Graph& graph) {
  for (const ir::Node& node : graph.nodes) {
    for (const ir::TensorId id : node.inputs) {
      if (id == ir::kAbsent || !graph.tensor(id).is_variable || by_tensor_.contains(id)) continue;
      const ir::Tensor& tensor = graph.tensor(id);
      by_tensor_[id] = Add({.name = tensor.name, .tensor = tensor, .initial = {}, .value = {}});
    }
  }
}

// The subgraph of a CALL_ONCE assigns stored values, or such as follow from them.
Status States::SetInitialValues(const ir::Program& program, int subgraph) {
  ir::Graph prepared = program.subgraphs[static_cast<size_t>(subgraph)];
  ComputedValues computed;
  LITEVK_RETURN_IF_ERROR(Prepare(prepared, {.program = &program}, computed));
  std::map<ir::TensorId, std::string> resources;
  for (const ir::Node& node : prepared.nodes) {
    if (node.op_code == abi::kTfLiteBuiltinVarHandle) {
      resources[node.outputs[0]] = ResourceOf(node);
      continue;
    }
    if (node.op_code != abi::kTfLiteBuiltinAssignVariable) {
      return Unsupported("CALL_ONCE does more than to assign variables");
    }
    const ir::Tensor& value = prepared.tensor(node.inputs[1]);
    if (!value.is_known()) return Unsupported("CALL_ONCE assigns a variable what is not stored");
    const auto found = by_resource_.find(resources[node.inputs[0]]);
    if (found == by_resource_.end()) continue;  // the main graph has no use for it
    State& state = states_[found->second];
    if (value.data.size() != state.initial.size()) return Unsupported("CALL_ONCE changes a variable's dims");
    std::ranges::copy(value.data, state.initial.begin());
  }
  return {};
}

Status States::AddResources(ir::Program& program) {
  ir::Graph& graph = program.subgraphs.front();
  for (const ir::Node& node : graph.nodes) {
    if (node.op_code != abi::kTfLiteBuiltinVarHandle || node.outputs.size() != 1) continue;
    const std::string resource = ResourceOf(node);
    const ir::Tensor* value = ValueOf(graph, node.outputs[0]);
    if (value == nullptr) continue;
    if (!by_resource_.contains(resource)) {
      const std::string name = resource.substr(resource.find('/') + 1);
      by_resource_[resource] = Add({.name = name, .tensor = *value, .initial = {}, .value = {}});
    }
    by_tensor_[node.outputs[0]] = by_resource_[resource];
  }
  for (const ir::Node& node : graph.nodes) {
    if (node.op_code != abi::kTfLiteBuiltinCallOnce) continue;
    const int called = node.params.As<abi::TfLiteCallOnceParams>().init_subgraph_index;
    LITEVK_RETURN_IF_ERROR(SetInitialValues(program, called));
  }
  return {};
}

Result<States> States::Extract(ir::Program& program) {
  States states;
  LITEVK_RETURN_IF_ERROR(states.AddResources(program));
  ir::Graph& graph = program.subgraphs.front();
  std::erase_if(graph.nodes, IsDeclaration);
  states.AddVariables(graph);
  return states;
}

}  // namespace litevk::to_onnx
