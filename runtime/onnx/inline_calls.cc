#include "runtime/onnx/inline_calls.h"

#include <map>
#include <optional>
#include <utility>

#include "runtime/onnx/op_row.h"

namespace litevk::to_onnx {
namespace {

struct Call {
  int subgraph;
  size_t first_input;  // of the node, that is passed
};

std::optional<Call> CallOf(const ir::Graph& graph, const ir::Node& node) {
  const OpRow* row = FindOpRow(node.op_code);
  if (row == nullptr || row->replacement == nullptr) return {};
  const std::optional<int> subgraph = row->replacement(graph, node);
  if (!subgraph) return {};
  return Call{*subgraph, static_cast<size_t>(row->info.first_passed_input)};
}

// Puts one call's nodes into a graph.
class Inliner {
 public:
  explicit Inliner(ir::Program& program) : program_(program) {}

  Status Run(ir::Graph& graph) {
    std::vector<ir::Node> nodes;
    std::map<ir::TensorId, ir::TensorId> renamed;  // results of calls
    LITEVK_RETURN_IF_ERROR(Expand(graph, std::move(graph.nodes), nodes, renamed));
    graph.nodes = std::move(nodes);
    for (ir::TensorId& id : graph.outputs) id = Renamed(renamed, id);
    return {};
  }

 private:
  using Names = std::map<ir::TensorId, ir::TensorId>;

  static ir::TensorId Renamed(const Names& names, ir::TensorId id) {
    const auto found = names.find(id);
    return found == names.end() ? id : found->second;
  }

  // A model whose subgraphs call themselves, or each other too often, is none (runtime/model).
  Status Expand(ir::Graph& graph, std::vector<ir::Node> from, std::vector<ir::Node>& to, Names& renamed) {
    for (ir::Node& node : from) {
      for (ir::TensorId& id : node.inputs) id = Renamed(renamed, id);
      const std::optional<Call> call = CallOf(graph, node);
      if (!call) {
        to.push_back(std::move(node));
        continue;
      }
      LITEVK_RETURN_IF_ERROR(ExpandCall(graph, node, *call, to, renamed));
    }
    return {};
  }

  Status ExpandCall(ir::Graph& graph, const ir::Node& node, const Call& call, std::vector<ir::Node>& to,
                    Names& renamed) {
    const ir::Graph& callee = program_.subgraphs[static_cast<size_t>(call.subgraph)];
    if (callee.inputs.size() + call.first_input != node.inputs.size() ||
        callee.outputs.size() != node.outputs.size()) {
      return InvalidArgument("a node passes other numbers of values than its subgraph takes and gives");
    }
    const auto offset = static_cast<ir::TensorId>(graph.tensors.size());
    graph.tensors.insert(graph.tensors.end(), callee.tensors.begin(), callee.tensors.end());
    Names inner;
    for (size_t i = 0; i < callee.inputs.size(); ++i) {
      inner[callee.inputs[i] + offset] = node.inputs[call.first_input + i];
    }
    std::vector<ir::Node> nodes = callee.nodes;
    for (ir::Node& called : nodes) {
      called.index = node.index;
      for (auto* ids : {&called.inputs, &called.outputs}) {
        for (ir::TensorId& id : *ids) id = id == ir::kAbsent ? id : id + offset;
      }
    }
    LITEVK_RETURN_IF_ERROR(Expand(graph, std::move(nodes), to, inner));
    for (size_t i = 0; i < node.outputs.size(); ++i) {
      const ir::TensorId result = Renamed(inner, callee.outputs[i] + offset);
      renamed[node.outputs[i]] = result;
      const bool is_own = result >= offset && !graph.tensor(result).is_known();
      if (is_own) graph.tensor(result).name = graph.tensor(node.outputs[i]).name;
    }
    return {};
  }

  ir::Program& program_;
};

}  // namespace

Status InlineCalls(ir::Program& program) {
  Inliner inliner(program);
  for (ir::Graph& graph : program.subgraphs) LITEVK_RETURN_IF_ERROR(inliner.Run(graph));
  return {};
}

}  // namespace litevk::to_onnx
