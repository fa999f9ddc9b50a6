#include <algorithm>
#include <deque>
#include <string>
#include <unordered_map>
#include <utility>

#include "delegate/engine/program.h"
#include "delegate/verdict/op_names.h"
#include "runtime/base/elements.h"
#include "runtime/opset/prepared_kernel.h"
#include "runtime/opset/run_node.h"
#include "runtime/values/fold.h"

namespace litevk {
namespace {

// A node with what it keeps between runs.
struct CpuNode {
  const ir::Node* node = nullptr;
  const ref::KernelRow* row = nullptr;
  ref::KernelFn plain = nullptr;              // null before the first run
  std::unique_ptr<cpu::PreparedKernel> fast;  // null: `plain` computes the node
};

bool OutputsAreKnown(const ir::Graph& graph, const ir::Node& node) {
  return std::ranges::all_of(node.outputs, [&](ir::TensorId id) { return graph.tensor(id).is_known(); });
}

class CpuProgram : public Program {
 public:
  CpuProgram(const ir::Graph& graph, const Partition& partition, bool uses_fast_kernels)
      : graph_(graph), partition_(partition), uses_fast_kernels_(uses_fast_kernels) {}

  // Evaluates the constants that the nodes read and allocates what they write.
  Status Init() {
    for (const int position : partition_.positions) {
      const ir::Node& node = graph_.nodes[static_cast<size_t>(position)];
      if (OutputsAreKnown(graph_, node)) continue;
      const ref::KernelRow* const row = ref::FindKernel(node.op_code);
      if (row == nullptr) {
        return Internal(OpName(node) + " node " + std::to_string(node.index) + ": no reference kernel");
      }
      LITEVK_RETURN_IF_ERROR(EvaluateInputs(node));
      for (const ir::TensorId id : node.outputs) {
        intermediates_[id].resize(static_cast<size_t>(graph_.tensor(id).ByteCount()));
      }
      nodes_.push_back({.node = &node, .row = row});
    }
    return {};
  }

  Status Run(TensorLocations inputs, TensorLocations outputs) override {
    std::unordered_map<ir::TensorId, std::span<const std::byte>> sources;
    for (size_t i = 0; i < inputs.size(); ++i) sources[partition_.inputs[i]] = inputs[i].bytes;
    for (const auto& [id, value] : constants_) sources[id] = value.bytes();
    for (const auto& [id, bytes] : intermediates_) sources[id] = bytes;
    for (CpuNode& node : nodes_) LITEVK_RETURN_IF_ERROR(RunNode(node, sources));
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

  // Checks the node and finds its kernels. Weights are packed, so it is called before the node's first run.
  Status Prepare(CpuNode& cpu_node) const {
    const ir::Node& node = *cpu_node.node;
    const std::vector<const ir::Tensor*> outputs = ir::TensorsOf(graph_, node.outputs);
    const std::vector<const ir::Tensor*> intermediates = ir::TensorsOf(graph_, node.intermediates);
    std::vector<const ir::Tensor*> inputs = ir::TensorsOf(graph_, node.inputs);
    LITEVK_RETURN_IF_ERROR(ref::CheckNode(*cpu_node.row, {node.params, inputs, outputs, intermediates}));
    cpu_node.plain = ref::FunctionFor(*cpu_node.row, inputs, outputs);
    if (!uses_fast_kernels_) return {};
    std::deque<ir::Tensor> known;  // a deque does not move its elements
    for (size_t i = 0; i < inputs.size(); ++i) {
      const auto value = constants_.find(node.inputs[i]);
      if (value == constants_.end()) continue;
      ir::Tensor& tensor = known.emplace_back(*inputs[i]);
      tensor.constness = ir::Constness::kStored;
      tensor.data = value->second.bytes();
      inputs[i] = &tensor;
    }
    cpu_node.fast = cpu::Prepare(cpu_node.row->info, {node.params, inputs, outputs, intermediates});
    return {};
  }

  Status RunNode(CpuNode& cpu_node,
                 const std::unordered_map<ir::TensorId, std::span<const std::byte>>& sources) {
    const ir::Node& node = *cpu_node.node;
    if (cpu_node.plain == nullptr) LITEVK_RETURN_IF_ERROR(Prepare(cpu_node));
    LITEVK_ASSIGN_OR_RETURN(const auto inputs,
                            ref::GatherInputs(node, [&](ir::TensorId id) -> Result<ref::ConstView> {
                              return ref::ConstView{&graph_.tensor(id), sources.at(id)};
                            }));
    std::vector<ref::MutableView> outputs;
    outputs.reserve(node.outputs.size());
    for (const ir::TensorId id : node.outputs) outputs.push_back({&graph_.tensor(id), intermediates_.at(id)});
    return cpu::Run(cpu_node.fast.get(), *cpu_node.row, cpu_node.plain,
                    {.params = node.params,
                     .inputs = inputs,
                     .outputs = outputs,
                     .variables = ref::VariablesAmong(inputs),
                     .intermediates = ir::TensorsOf(graph_, node.intermediates)});
  }

  const ir::Graph& graph_;
  const Partition& partition_;
  const bool uses_fast_kernels_;
  std::unordered_map<ir::TensorId, KnownValue> constants_;
  std::unordered_map<ir::TensorId, std::vector<std::byte>> intermediates_;
  std::vector<CpuNode> nodes_;
};

Result<std::unique_ptr<Program>> Make(const ir::Graph& graph, const Partition& partition,
                                      bool uses_fast_kernels) {
  auto program = std::make_unique<CpuProgram>(graph, partition, uses_fast_kernels);
  LITEVK_RETURN_IF_ERROR(program->Init());
  return std::unique_ptr<Program>(std::move(program));
}

}  // namespace

Result<std::unique_ptr<Program>> MakeCpuProgram(const ir::Graph& graph, const Partition& partition) {
  return Make(graph, partition, /*uses_fast_kernels=*/true);
}

Result<std::unique_ptr<Program>> MakeReferenceProgram(const ir::Graph& graph, const Partition& partition) {
  return Make(graph, partition, /*uses_fast_kernels=*/false);
}

}  // namespace litevk
