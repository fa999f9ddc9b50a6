#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "delegate/engine/program.h"
#include "delegate/verdict/op_names.h"
#include "runtime/base/elements.h"
#include "runtime/opset/run_node.h"
#include "runtime/values/fold.h"

namespace litevk {
namespace {

bool OutputsAreKnown(const ir::Graph& graph, const ir::Node& node) {
  return std::ranges::all_of(node.outputs, [&](ir::TensorId id) { return graph.tensor(id).is_known(); });
}

class ReferenceProgram : public Program {
 public:
  ReferenceProgram(const ir::Graph& graph, const Partition& partition)
      : graph_(graph), partition_(partition) {}

  // Evaluates the constants that the nodes read and allocates what they write.
  Status Init() {
    for (const int position : partition_.positions) {
      const ir::Node& node = graph_.nodes[static_cast<size_t>(position)];
      if (OutputsAreKnown(graph_, node)) continue;
      if (ref::FindKernel(node.op_code) == nullptr) {
        return Internal(OpName(node) + " node " + std::to_string(node.index) + ": no reference kernel");
      }
      LITEVK_RETURN_IF_ERROR(EvaluateInputs(node));
      for (const ir::TensorId id : node.outputs) {
        intermediates_[id].resize(static_cast<size_t>(graph_.tensor(id).ByteCount()));
      }
      nodes_.push_back(&node);
    }
    return {};
  }

  Status Run(TensorLocations inputs, TensorLocations outputs) override {
    std::unordered_map<ir::TensorId, std::span<const std::byte>> sources;
    for (size_t i = 0; i < inputs.size(); ++i) sources[partition_.inputs[i]] = inputs[i].bytes;
    for (const auto& [id, value] : constants_) sources[id] = value.bytes();
    for (const auto& [id, bytes] : intermediates_) sources[id] = bytes;
    for (const ir::Node* node : nodes_) LITEVK_RETURN_IF_ERROR(RunNode(*node, sources));
    for (size_t i = 0; i < outputs.size(); ++i) {
      const auto& bytes = intermediates_.at(partition_.outputs[i]);
      CopyBytes(bytes, outputs[i].bytes);
    }
    return {};
  }

 private:
  Status EvaluateInputs(const ir::Node& node) {
    for (const ir::TensorId id : node.inputs) {
      if (id == ir::kAbsent || !graph_.tensor(id).is_known() || constants_.contains(id)) continue;
      LITEVK_ASSIGN_OR_RETURN(KnownValue value, EvaluateKnown(graph_, id));
      constants_.emplace(id, std::move(value));
    }
    return {};
  }

  Status RunNode(const ir::Node& node,
                 const std::unordered_map<ir::TensorId, std::span<const std::byte>>& sources) {
    LITEVK_ASSIGN_OR_RETURN(const auto inputs,
                            ref::GatherInputs(node, [&](ir::TensorId id) -> Result<ref::ConstView> {
                              return ref::ConstView{&graph_.tensor(id), sources.at(id)};
                            }));
    std::vector<ref::MutableView> outputs;
    outputs.reserve(node.outputs.size());
    for (const ir::TensorId id : node.outputs) outputs.push_back({&graph_.tensor(id), intermediates_.at(id)});
    return ref::RunKernel(*ref::FindKernel(node.op_code),
                          {.params = node.params,
                           .inputs = inputs,
                           .outputs = outputs,
                           .variables = ref::VariablesAmong(inputs),
                           .intermediates = ir::TensorsOf(graph_, node.intermediates)});
  }

  const ir::Graph& graph_;
  const Partition& partition_;
  std::vector<const ir::Node*> nodes_;
  std::unordered_map<ir::TensorId, KnownValue> constants_;
  std::unordered_map<ir::TensorId, std::vector<std::byte>> intermediates_;
};

}  // namespace

Result<std::unique_ptr<Program>> MakeReferenceProgram(const ir::Graph& graph, const Partition& partition) {
  auto program = std::make_unique<ReferenceProgram>(graph, partition);
  LITEVK_RETURN_IF_ERROR(program->Init());
  return std::unique_ptr<Program>(std::move(program));
}

}  // namespace litevk
