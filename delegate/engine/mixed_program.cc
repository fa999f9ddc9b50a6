#include "delegate/engine/mixed_program.h"

#include <algorithm>
#include <list>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "delegate/engine/gpu_program.h"
#include "delegate/engine/verifying_program.h"

namespace litevk {
namespace {

// Consecutive nodes, in execution order, that all run on the CPU or all on the device.
struct Part {
  Partition partition;
  bool on_cpu = false;
  std::unique_ptr<Program> program;
  std::vector<TensorLocation> inputs;
  std::vector<TensorLocation> outputs;
};

// True if a node that has the tensor reads or writes it in a run.
bool IsInRun(const ir::Graph& graph, ir::TensorId id) {
  return id != ir::kAbsent && graph.tensor(id).is_of_run();
}

std::list<Part> SplitIntoParts(const Partition& partition, const std::vector<RefusedNode>& refused_nodes) {
  std::list<Part> parts;
  std::unordered_set<int> on_cpu;
  for (const RefusedNode& refused_node : refused_nodes) on_cpu.insert(refused_node.position);
  for (const int position : partition.positions) {
    const bool is_on_cpu = on_cpu.contains(position);
    if (parts.empty() || parts.back().on_cpu != is_on_cpu) {
      Part& part = parts.emplace_back();
      part.partition.subgraph = partition.subgraph;
      part.partition.index = partition.index;
      part.partition.graph_index = partition.graph_index;
      part.partition.memory = partition.memory;
      part.partition.warnings = partition.warnings;
      part.on_cpu = is_on_cpu;
    }
    parts.back().partition.positions.push_back(position);
  }
  return parts;
}

// Sets the tensors that the part reads and does not write.
void SetInputs(const ir::Graph& graph, Partition& part) {
  std::set<ir::TensorId> seen;
  for (const int position : part.positions) {
    const ir::Node& node = graph.nodes[static_cast<size_t>(position)];
    for (const ir::TensorId id : node.inputs) {
      if (IsInRun(graph, id) && seen.insert(id).second) part.inputs.push_back(id);
    }
    seen.insert(node.outputs.begin(), node.outputs.end());
  }
}

// Sets the tensors that the part writes and `wanted` names.
void SetOutputs(const ir::Graph& graph, const std::set<ir::TensorId>& wanted, Partition& part) {
  for (const int position : part.positions) {
    for (const ir::TensorId id : graph.nodes[static_cast<size_t>(position)].outputs) {
      if (IsInRun(graph, id) && wanted.contains(id)) part.outputs.push_back(id);
    }
  }
}

class MixedProgram : public Program {
 public:
  MixedProgram(const Partition& partition, std::list<Part> parts)
      : partition_(partition),
        results_(partition.outputs.begin(), partition.outputs.end()),
        parts_(std::move(parts)) {}

  Status Init(const JudgedGraph& judged, const Engine& engine) {
    const ir::Graph& graph = judged.graph;
    std::set<ir::TensorId> wanted(partition_.outputs.begin(), partition_.outputs.end());
    for (auto part = parts_.rbegin(); part != parts_.rend(); ++part) {
      SetInputs(graph, part->partition);
      SetOutputs(graph, wanted, part->partition);
      if (part->partition.outputs.empty()) continue;
      wanted.insert(part->partition.inputs.begin(), part->partition.inputs.end());
    }
    parts_.remove_if([](const Part& part) { return part.partition.outputs.empty(); });
    for (Part& part : parts_) LITEVK_RETURN_IF_ERROR(InitPart(judged, engine, part));
    return {};
  }

  Status Run(TensorLocations inputs, TensorLocations outputs) override {
    for (size_t i = 0; i < inputs.size(); ++i) given_[partition_.inputs[i]] = inputs[i].bytes;
    for (size_t i = 0; i < outputs.size(); ++i) wanted_[partition_.outputs[i]] = outputs[i].bytes;
    for (Part& part : parts_) {
      for (size_t i = 0; i < part.inputs.size(); ++i) part.inputs[i] = {SourceOf(part.partition.inputs[i])};
      for (size_t i = 0; i < part.outputs.size(); ++i)
        part.outputs[i] = {TargetOf(part.partition.outputs[i])};
      LITEVK_RETURN_IF_ERROR(part.program->Run(part.inputs, part.outputs));
    }
    return {};
  }

  void ReportUse() override {
    for (Part& part : parts_) part.program->ReportUse();
  }

 private:
  Status InitPart(const JudgedGraph& judged, const Engine& engine, Part& part) {
    const ir::Graph& graph = judged.graph;
    LITEVK_ASSIGN_OR_RETURN(part.program, part.on_cpu ? MakeCpuProgram(graph, part.partition)
                                                      : MakeDeviceProgram(judged, engine, part.partition));
    part.inputs.resize(part.partition.inputs.size());
    part.outputs.resize(part.partition.outputs.size());
    for (const ir::TensorId id : part.partition.outputs) {
      if (!results_.contains(id)) between_[id].resize(static_cast<size_t>(graph.tensor(id).ByteCount()));
    }
    return {};
  }
  static Result<std::unique_ptr<Program>> MakeDeviceProgram(const JudgedGraph& judged, const Engine& engine,
                                                            const Partition& partition) {
    std::vector<RefusedNode> over_limits;
    auto program = MakeCheckedGpuProgram(judged, partition, engine, &over_limits);
    if (over_limits.empty()) return program;
    ReportRefusedNodes(judged.graph, partition, over_limits, engine);
    return MakeMixedProgram(judged, partition, over_limits, engine);
  }

  std::span<std::byte> TargetOf(ir::TensorId id) {
    const auto found = between_.find(id);
    return found != between_.end() ? std::span<std::byte>(found->second) : wanted_.at(id);
  }
  std::span<std::byte> SourceOf(ir::TensorId id) {
    const auto found = given_.find(id);
    return found != given_.end() ? found->second : TargetOf(id);
  }

  const Partition& partition_;
  std::unordered_set<ir::TensorId> results_;  // results of the partition
  std::list<Part> parts_;                     // a list: programs refer to their partitions
  std::unordered_map<ir::TensorId, std::vector<std::byte>> between_;
  std::unordered_map<ir::TensorId, std::span<std::byte>> given_;
  std::unordered_map<ir::TensorId, std::span<std::byte>> wanted_;
};

}  // namespace

Result<std::unique_ptr<Program>> MakeMixedProgram(const JudgedGraph& judged, const Partition& partition,
                                                  const std::vector<RefusedNode>& refused_nodes,
                                                  const Engine& engine) {
  auto program = std::make_unique<MixedProgram>(partition, SplitIntoParts(partition, refused_nodes));
  LITEVK_RETURN_IF_ERROR(program->Init(judged, engine));
  return std::unique_ptr<Program>(std::move(program));
}

Result<std::unique_ptr<Program>> MakeCheckedGpuProgram(const JudgedGraph& judged, const Partition& partition,
                                                       const Engine& engine,
                                                       std::vector<RefusedNode>* over_limits) {
  auto program = MakeGpuProgram(judged, partition, engine, over_limits);
  if (!program.ok() || engine.options.verify.is_off()) return program;
  const auto make_without = [=, &partition, &engine](const std::vector<RefusedNode>& refused_nodes) {
    ReportRefusedNodes(judged.graph, partition, refused_nodes, engine);
    return MakeMixedProgram(judged, partition, refused_nodes, engine);
  };
  return MakeVerifyingProgram(judged, partition, engine, std::move(*program), make_without);
}

void ReportRefusedNodes(const ir::Graph& graph, const Partition& partition,
                        const std::vector<RefusedNode>& refused_nodes, const Engine& engine) {
  std::vector<FallbackReport> reports;
  reports.reserve(refused_nodes.size());
  for (const RefusedNode& refused_node : refused_nodes) {
    reports.push_back({.subgraph = partition.subgraph,
                       .partition = partition.index,
                       .node = graph.nodes[static_cast<size_t>(refused_node.position)].index,
                       .verdict = refused_node.verdict});
  }
  engine.report->AddFallbacks(std::move(reports));
}

}  // namespace litevk
