#include "onnx/facts/states.h"

#include <algorithm>
#include <utility>

#include "onnx/facts/limits.h"
#include "onnx/facts/op_row.h"
#include "onnx/facts/orders.h"

namespace litevk::to_onnx {
namespace {

std::string VariableOf(const ir::Node& handle) { return FindOpRow(handle.op_code)->state.variable(handle); }

bool IsDeclaration(const ir::Node& node) {
  const StateRole role = StateRoleOf(node);
  return role == StateRole::kDeclares || role == StateRole::kInitializes;
}

// Returns a tensor with the type and dims of the resource: one that is read from it or assigned to it.
const ir::Tensor* ValueOf(const ir::Graph& graph, ir::TensorId handle) {
  for (const ir::Node& node : graph.nodes) {
    if (node.inputs.empty() || node.inputs[0] != handle) continue;
    if (StateRoleOf(node) == StateRole::kReads) return &graph.tensor(node.outputs[0]);
    if (StateRoleOf(node) == StateRole::kAssigns) return &graph.tensor(node.inputs[1]);
  }
  return nullptr;
}

// Each conversion holds the elements of all states, and a model is converted again and again where dims are
// open.
Status CheckSize(const std::string& name, const ir::Tensor& tensor) {
  if (tensor.dims.NumElements() <= kMostElements) return {};
  return Unsupported("variable '" + name + "' of " + tensor.dims.ToString() +
                     " has more elements than a model is to hold");
}

Status CheckVariables(const ir::Graph& graph) {
  for (const ir::Node& node : graph.nodes) {
    for (const ir::Tensor* tensor : ir::TensorsOf(graph, node.inputs)) {
      if (tensor != nullptr && tensor->is_variable) LITEVK_RETURN_IF_ERROR(CheckSize(tensor->name, *tensor));
    }
  }
  return {};
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

void States::AddTo(LayoutRequest& request) const {
  for (const State& state : states_) request.states.push_back(state.name);
  request.state_of = [this](const ir::Node& node) {
    const StateRole role = StateRoleOf(node);
    if (role != StateRole::kReads && role != StateRole::kAssigns) return -1;
    const auto found = by_tensor_.find(node.inputs.front());
    return found == by_tensor_.end() ? -1 : static_cast<int>(found->second);
  };
}

void States::TakeOrders(const LayoutPlan& plan) {
  for (size_t i = 0; i < states_.size(); ++i) {
    State& state = states_[i];
    state.order = plan.states[i];
    if (state.order.empty()) continue;
    const auto bytes = static_cast<size_t>(ir::ByteSize(state.tensor.type));
    state.initial = PermutedElements(state.initial, bytes, state.tensor.dims, state.order);
  }
}

// Before the first run, an int8 variable holds its zero point, and all others bytes of 0, as in TFLite.
void States::AddVariables(const ir::Graph& graph) {
  for (const ir::Node& node : graph.nodes) {
    for (const ir::TensorId id : node.inputs) {
      if (id == ir::kAbsent || !graph.tensor(id).is_variable || by_tensor_.contains(id)) continue;
      const ir::Tensor& tensor = graph.tensor(id);
      by_tensor_[id] = Add({.name = tensor.name, .tensor = tensor, .initial = {}, .order = {}, .value = {}});
      State& state = states_.back();
      if (tensor.type == ir::DataType::kInt8 && !tensor.quantization.zero_points.empty()) {
        std::ranges::fill(state.initial, static_cast<std::byte>(tensor.quantization.zero_points.front()));
      }
    }
  }
}

// The subgraph of a CALL_ONCE assigns values that are stored or follow from stored ones.
Status States::SetInitialValues(const ir::Program& program, int subgraph) {
  ir::Graph prepared = program.subgraphs[static_cast<size_t>(subgraph)];
  ComputedValues computed;
  RunDims no_dims({}, 0, /*finds=*/false);  // stored values have known dims
  LITEVK_RETURN_IF_ERROR(Prepare(prepared, {.program = &program, .run_dims = no_dims}, computed));
  std::map<ir::TensorId, std::string> resources;
  for (const ir::Node& node : prepared.nodes) {
    if (StateRoleOf(node) == StateRole::kDeclares) {
      resources[node.outputs[0]] = VariableOf(node);
      continue;
    }
    if (StateRoleOf(node) != StateRole::kAssigns) {
      return Unsupported("a subgraph that fills variables does more than to assign them");
    }
    const ir::Tensor& value = prepared.tensor(node.inputs[1]);
    if (!value.is_known()) return Unsupported("a variable's first value is not stored");
    const auto found = by_resource_.find(resources[node.inputs[0]]);
    if (found == by_resource_.end()) continue;  // the main graph does not use it
    State& state = states_[found->second];
    if (value.data.size() != state.initial.size())
      return Unsupported("a variable's first value has other dims");
    std::ranges::copy(value.data, state.initial.begin());
  }
  return {};
}

Status States::AddResources(ir::Program& program, size_t main) {
  ir::Graph& graph = program.subgraphs[main];
  for (const ir::Node& node : graph.nodes) {
    if (StateRoleOf(node) != StateRole::kDeclares) continue;
    const std::string resource = VariableOf(node);
    const ir::Tensor* value = ValueOf(graph, node.outputs[0]);
    if (value == nullptr) continue;
    if (!by_resource_.contains(resource)) {
      const std::string name = resource.substr(resource.find('/') + 1);
      LITEVK_RETURN_IF_ERROR(CheckSize(name, *value));
      by_resource_[resource] = Add({.name = name, .tensor = *value, .initial = {}, .order = {}, .value = {}});
    }
    by_tensor_[node.outputs[0]] = by_resource_[resource];
  }
  for (const ir::Node& node : graph.nodes) {
    if (StateRoleOf(node) != StateRole::kInitializes) continue;
    LITEVK_RETURN_IF_ERROR(SetInitialValues(program, CalledSubgraphs(node).front()));
  }
  return {};
}

Result<States> States::Extract(ir::Program& program, size_t main) {
  States states;
  LITEVK_RETURN_IF_ERROR(states.AddResources(program, main));
  ir::Graph& graph = program.subgraphs[main];
  std::erase_if(graph.nodes, IsDeclaration);
  LITEVK_RETURN_IF_ERROR(CheckVariables(graph));
  states.AddVariables(graph);
  return states;
}

}  // namespace litevk::to_onnx
