#include "tools/run/tolerances.h"

#include <algorithm>

#include "runtime/model/model.h"
#include "runtime/model/model_graph.h"
#include "runtime/opset/numeric_bound.h"
#include "runtime/opset/op_info.h"

namespace litevk::tools {
namespace {

using Tensors = std::unordered_set<int>;

bool IsPresent(ir::TensorId id) { return id != ir::kAbsent; }

NumericKind KindOf(const ir::Graph& graph, const ir::Node& node, const OpInfo& info) {
  return NumericClassOf(info, ir::TensorsOf(graph, node.inputs), ir::TensorsOf(graph, node.outputs)).kind;
}

// Finds the tensors that depend on rounded functions of floats.
class FloatWalk {
 public:
  explicit FloatWalk(const ir::Program& program) : program_(program) {}

  // Returns the tensors of a subgraph that depend on a node that rounds floats.
  Tensors TensorsOf(int subgraph) const {
    const ir::Graph& graph = program_.subgraphs[static_cast<size_t>(subgraph)];
    Tensors found;
    Tensors known = StoredOf(graph);
    for (const ir::Node& node : graph.nodes) {
      const auto is_known = [&](ir::TensorId id) { return !IsPresent(id) || known.contains(id); };
      if (std::ranges::all_of(node.inputs, is_known)) {
        known.insert(node.outputs.begin(), node.outputs.end());
      } else if (Rounds(graph, node, 0) ||
                 std::ranges::any_of(node.inputs, [&](ir::TensorId id) { return found.contains(id); })) {
        found.insert(node.outputs.begin(), node.outputs.end());
      }
    }
    return found;
  }

 private:
  static Tensors StoredOf(const ir::Graph& graph) {
    Tensors stored;
    for (size_t id = 0; id < graph.tensors.size(); ++id) {
      if (graph.tensors[id].is_known()) stored.insert(static_cast<int>(id));
    }
    return stored;
  }

  // True if the node, or one in a subgraph that it calls, rounds floats. Calls have a depth, since a file may
  // have subgraphs that call each other.
  bool Rounds(const ir::Graph& graph, const ir::Node& node, size_t depth) const {
    const OpInfo* info = FindOpInfo(node);
    if (info != nullptr && info->called_subgraphs != nullptr) return CallsRounding(node, *info, depth);
    const bool makes_floats = std::ranges::any_of(
        node.outputs, [&](ir::TensorId id) { return IsPresent(id) && IsFloat(graph.tensor(id).type); });
    return makes_floats && (info == nullptr || KindOf(graph, node, *info) != NumericKind::kExact);
  }

  bool CallsRounding(const ir::Node& node, const OpInfo& info, size_t depth) const {
    if (depth > program_.subgraphs.size()) return false;
    return std::ranges::any_of(info.called_subgraphs(&node.params.As<std::byte>()), [&](int called) {
      const ir::Graph& graph = program_.subgraphs[static_cast<size_t>(called)];
      return std::ranges::any_of(graph.nodes,
                                 [&](const ir::Node& inner) { return Rounds(graph, inner, depth + 1); });
    });
  }

  const ir::Program& program_;
};

// Returns the tensors of a model's subgraph behind rounded functions of floats; none if the model cannot be
// read.
Tensors BehindFloats(const std::filesystem::path& path, int subgraph) {
  const auto model = Model::FromFile(path.string());
  if (!model.ok()) return {};
  auto imported = ModelProgram::Import(**model);
  return imported.ok() ? FloatWalk(imported->program()).TensorsOf(subgraph) : Tensors();
}

}  // namespace

Tolerances::Tolerances(const std::filesystem::path& model, const Session& session, const Tolerance& given)
    : given_(given), behind_floats_(BehindFloats(model, session.subgraph())) {
  for (int output = 0; output < session.output_count(); ++output) {
    outputs_.push_back(session.output_tensor(output));
  }
}

Tolerance Tolerances::OfTensor(int tensor) const {
  Tolerance tolerance = given_;
  tolerance.steps = behind_floats_.contains(tensor) ? 1 : 0;
  return tolerance;
}

}  // namespace litevk::tools
