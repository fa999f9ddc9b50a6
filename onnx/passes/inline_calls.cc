#include "onnx/passes/inline_calls.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "onnx/facts/op_row.h"
#include "onnx/passes/replacement_nodes.h"
#include "runtime/opset/same_quantization.h"

namespace litevk::to_onnx {
namespace {

struct Call {
  int subgraph;
  size_t first_input;  // the first input of the node that is passed
};

bool MayBeReplaced(const ir::Node& node) {
  const OpRow* row = FindOpRow(node.op_code);
  return row != nullptr && row->calls.replacement != nullptr;
}

std::optional<Call> CallOf(const ir::Graph& graph, const ir::Node& node) {
  if (!MayBeReplaced(node)) return {};
  const OpRow& row = *FindOpRow(node.op_code);
  const std::optional<int> subgraph = row.calls.replacement(graph, node);
  if (!subgraph) return {};
  return Call{*subgraph, static_cast<size_t>(row.info.first_passed_input)};
}

// True if a quantized value has another meaning on the other side of a call, where TFLite copies it
// unchanged.
bool IsReread(const ir::Tensor& from, const ir::Tensor& to) {
  return from.type == to.type && !HasSameQuantization(from, to);
}

// Inserts the nodes of called subgraphs into a graph.
class Inliner {
 public:
  Inliner(ir::GraphRewriter& rewriter, PassContext& context) : rewriter_(rewriter), context_(context) {}

  void Run() {
    const size_t count = rewriter_.size();
    for (size_t position = 0; position < count; ++position) {
      const ir::Node node = rewriter_.node(position);
      const std::optional<Call> call = CallOf(rewriter_.graph(), node);
      if (!call) {
        if (MayBeReplaced(node)) context_.Refuse(node, "which of its subgraphs runs is decided in a run");
        continue;
      }
      std::vector<ir::Node> nodes;
      Names renamed;  // the results of the call
      ExpandCall(node, *call, nodes, renamed);
      for (ir::Node& added : nodes) rewriter_.InsertBefore(position, std::move(added));
      rewriter_.RemoveNode(position);
      for (const auto& [from, to] : renamed) rewriter_.ReplaceAllUses(from, to);
    }
  }

 private:
  using Names = std::map<ir::TensorId, ir::TensorId>;

  static ir::TensorId Renamed(const Names& names, ir::TensorId id) {
    const auto found = names.find(id);
    return found == names.end() ? id : found->second;
  }

  // Recursive models, and those with too many calls, are refused earlier (runtime/model).
  void Expand(std::vector<ir::Node> from, std::vector<ir::Node>& to, Names& renamed) {
    for (ir::Node& node : from) {
      for (ir::TensorId& id : node.inputs) id = Renamed(renamed, id);
      const std::optional<Call> call = CallOf(rewriter_.graph(), node);
      if (call) {
        ExpandCall(node, *call, to, renamed);
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

  void ExpandCall(const ir::Node& node, const Call& call, std::vector<ir::Node>& to, Names& renamed) {
    const ir::Graph& callee = context_.program.subgraphs[static_cast<size_t>(call.subgraph)];
    const auto offset = static_cast<ir::TensorId>(rewriter_.graph().tensors.size());
    for (const ir::Tensor& tensor : callee.tensors) rewriter_.AddTensor(ir::Tensor(tensor));
    Names inner;
    for (size_t i = 0; i < callee.inputs.size(); ++i) {
      const ir::TensorId own = callee.inputs[i] + offset, passed = node.inputs[call.first_input + i];
      const bool is_reread = IsReread(rewriter_.tensor(passed), rewriter_.tensor(own));
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
    Expand(std::move(nodes), to, inner);
    for (size_t i = 0; i < node.outputs.size(); ++i) {
      const ir::TensorId result = Renamed(inner, callee.outputs[i] + offset);
      if (IsReread(rewriter_.tensor(result), rewriter_.tensor(node.outputs[i]))) {
        AddCopy(node, result, node.outputs[i], to);
        continue;
      }
      renamed[node.outputs[i]] = result;
      const bool is_own = result >= offset && !rewriter_.tensor(result).is_known();
      if (is_own) rewriter_.tensor(result).name = rewriter_.tensor(node.outputs[i]).name;
    }
  }

  ir::GraphRewriter& rewriter_;
  PassContext& context_;
};

}  // namespace

Status InlineCalls(ir::GraphRewriter& rewriter, PassContext& context) {
  Inliner(rewriter, context).Run();
  return {};
}

}  // namespace litevk::to_onnx
