#include "onnx/passes/inline_calls.h"

#include <map>
#include <optional>
#include <utility>

#include "onnx/facts/op_row.h"
#include "onnx/passes/plain_nodes.h"
#include "runtime/opset/same_meaning.h"

namespace litevk::to_onnx {
namespace {

struct Call {
  int subgraph;
  size_t first_input;  // the first input of the node that is passed
};

std::optional<Call> CallOf(const ir::Graph& graph, const ir::Node& node) {
  const OpRow* row = FindOpRow(node.op_code);
  if (row == nullptr || row->calls.replacement == nullptr) return {};
  const std::optional<int> subgraph = row->calls.replacement(graph, node);
  if (!subgraph) return {};
  return Call{*subgraph, static_cast<size_t>(row->info.first_passed_input)};
}

// True if a quantized value has another meaning on the other side of a call, where TFLite copies it
// unchanged.
bool IsReread(const ir::Tensor& from, const ir::Tensor& to) {
  return from.type == to.type && !MeansTheSame(from, to);
}

// Inserts the nodes of called subgraphs into a graph.
class Inliner {
 public:
  explicit Inliner(ir::Program& program) : program_(program) {}

  void Run(ir::Graph& graph) {
    std::vector<ir::Node> nodes;
    Names renamed;  // the results of calls
    Expand(graph, std::move(graph.nodes), nodes, renamed);
    graph.nodes = std::move(nodes);
    for (ir::TensorId& id : graph.outputs) id = Renamed(renamed, id);
  }

 private:
  using Names = std::map<ir::TensorId, ir::TensorId>;

  static ir::TensorId Renamed(const Names& names, ir::TensorId id) {
    const auto found = names.find(id);
    return found == names.end() ? id : found->second;
  }

  // Recursive models, and those with too many calls, are refused earlier (runtime/model).
  void Expand(ir::Graph& graph, std::vector<ir::Node> from, std::vector<ir::Node>& to, Names& renamed) {
    for (ir::Node& node : from) {
      for (ir::TensorId& id : node.inputs) id = Renamed(renamed, id);
      const std::optional<Call> call = CallOf(graph, node);
      if (call) {
        ExpandCall(graph, node, *call, to, renamed);
      } else {
        to.push_back(std::move(node));
      }
    }
  }

  static void AddCopy(const ir::Node& call, ir::TensorId from, ir::TensorId to,
                      std::vector<ir::Node>& nodes) {
    ir::Node copy;
    copy.index = call.index;
    copy.inputs = {from};
    copy.outputs = {to};
    BecomeCopy(copy);
    nodes.push_back(std::move(copy));
  }

  void ExpandCall(ir::Graph& graph, const ir::Node& node, const Call& call, std::vector<ir::Node>& to,
                  Names& renamed) {
    const ir::Graph& callee = program_.subgraphs[static_cast<size_t>(call.subgraph)];
    const auto offset = static_cast<ir::TensorId>(graph.tensors.size());
    graph.tensors.insert(graph.tensors.end(), callee.tensors.begin(), callee.tensors.end());
    Names inner;
    for (size_t i = 0; i < callee.inputs.size(); ++i) {
      const ir::TensorId own = callee.inputs[i] + offset, passed = node.inputs[call.first_input + i];
      const bool is_reread = IsReread(graph.tensor(passed), graph.tensor(own));
      if (is_reread) AddCopy(node, passed, own, to);
      inner[own] = is_reread ? own : passed;
    }
    std::vector<ir::Node> nodes = callee.nodes;
    for (ir::Node& called : nodes) {
      called.index = node.index;
      for (auto* ids : {&called.inputs, &called.outputs}) {
        for (ir::TensorId& id : *ids) id = id == ir::kAbsent ? id : id + offset;
      }
    }
    Expand(graph, std::move(nodes), to, inner);
    for (size_t i = 0; i < node.outputs.size(); ++i) {
      const ir::TensorId result = Renamed(inner, callee.outputs[i] + offset);
      if (IsReread(graph.tensor(result), graph.tensor(node.outputs[i]))) {
        AddCopy(node, result, node.outputs[i], to);
        continue;
      }
      renamed[node.outputs[i]] = result;
      const bool is_own = result >= offset && !graph.tensor(result).is_known();
      if (is_own) graph.tensor(result).name = graph.tensor(node.outputs[i]).name;
    }
  }

  ir::Program& program_;
};

}  // namespace

void InlineCalls(ir::Program& program) {
  Inliner inliner(program);
  for (ir::Graph& graph : program.subgraphs) inliner.Run(graph);
}

}  // namespace litevk::to_onnx
