#include "onnx/passes/take_states.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "onnx/facts/limits.h"
#include "onnx/facts/op_row.h"
#include "onnx/passes/prepare.h"

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

size_t Add(const std::string& name, const ir::Tensor& tensor, States& states) {
  return states.Add({.name = name, .tensor = tensor, .initial = {}, .permutation = {}, .value = {}});
}

// Before the first run, an int8 variable holds its zero point, and all others bytes of 0, as in TFLite.
void AddVariables(const ir::Graph& graph, States& states) {
  for (const ir::Node& node : graph.nodes) {
    for (const ir::TensorId id : node.inputs) {
      if (id == ir::kAbsent || !graph.tensor(id).is_variable || states.Find(id) != nullptr) continue;
      const ir::Tensor& tensor = graph.tensor(id);
      states.Bind(id, Add(tensor.name, tensor, states));
      State& state = states.list().back();
      if (tensor.type == ir::DataType::kInt8 && !tensor.quantization.zero_points.empty()) {
        std::ranges::fill(state.initial, static_cast<std::byte>(tensor.quantization.zero_points.front()));
      }
    }
  }
}

// Finds the states of a graph that are resources.
class Resources {
 public:
  explicit Resources(PassContext& context) : program_(context.program), states_(context.states) {}

  Status Add(const ir::Graph& graph) {
    for (const ir::Node& node : graph.nodes) {
      if (StateRoleOf(node) == StateRole::kDeclares) LITEVK_RETURN_IF_ERROR(AddHandle(graph, node));
    }
    for (const ir::Node& node : graph.nodes) {
      if (StateRoleOf(node) != StateRole::kInitializes) continue;
      LITEVK_RETURN_IF_ERROR(SetInitialValues(CalledSubgraphs(node).front()));
    }
    return {};
  }

 private:
  Status AddHandle(const ir::Graph& graph, const ir::Node& node) {
    const std::string resource = VariableOf(node);
    const ir::Tensor* value = ValueOf(graph, node.outputs[0]);
    if (value == nullptr) return {};
    if (!by_resource_.contains(resource)) {
      const std::string name = resource.substr(resource.find('/') + 1);
      LITEVK_RETURN_IF_ERROR(CheckSize(name, *value));
      by_resource_[resource] = to_onnx::Add(name, *value, states_);
    }
    states_.Bind(node.outputs[0], by_resource_[resource]);
    return {};
  }

  // The subgraph of a CALL_ONCE assigns values that are stored or follow from stored ones.
  Status SetInitialValues(int subgraph) {
    ir::Graph prepared = program_.subgraphs[static_cast<size_t>(subgraph)];
    ComputedValues computed;
    RunDims no_dims({}, 0, /*finds=*/false);  // stored values have known dims
    LITEVK_RETURN_IF_ERROR(Prepare(prepared, {.program = &program_, .run_dims = no_dims}, computed));
    std::map<ir::TensorId, std::string> resources;
    for (const ir::Node& node : prepared.nodes) {
      if (StateRoleOf(node) == StateRole::kDeclares) {
        resources[node.outputs[0]] = VariableOf(node);
        continue;
      }
      if (StateRoleOf(node) != StateRole::kAssigns) {
        return Unsupported("a subgraph that fills variables does more than to assign them");
      }
      LITEVK_RETURN_IF_ERROR(SetInitialValue(resources[node.inputs[0]], prepared.tensor(node.inputs[1])));
    }
    return {};
  }

  Status SetInitialValue(const std::string& resource, const ir::Tensor& value) {
    if (!value.is_known()) return Unsupported("a variable's first value is not stored");
    const auto found = by_resource_.find(resource);
    if (found == by_resource_.end()) return {};  // the main graph does not use it
    State& state = states_.list()[found->second];
    if (value.data.size() != state.initial.size()) {
      return Unsupported("a variable's first value has other dims");
    }
    std::ranges::copy(value.data, state.initial.begin());
    return {};
  }

  const ir::Program& program_;
  States& states_;
  std::map<std::string, size_t> by_resource_;
};

}  // namespace

Status TakeStates(ir::GraphRewriter& rewriter, PassContext& context) {
  LITEVK_RETURN_IF_ERROR(Resources(context).Add(rewriter.graph()));
  for (size_t position = 0; position < rewriter.size(); ++position) {
    if (IsDeclaration(rewriter.node(position))) rewriter.RemoveNode(position);
  }
  rewriter.Finish();
  LITEVK_RETURN_IF_ERROR(CheckVariables(rewriter.graph()));
  AddVariables(rewriter.graph(), context.states);
  const bool has_open_dims = context.preparing.run_dims.get().input_count() > 0;
  if (!has_open_dims || context.states.list().empty()) return {};
  return Unsupported("the values that it keeps from run to run have fixed dims");
}

}  // namespace litevk::to_onnx
