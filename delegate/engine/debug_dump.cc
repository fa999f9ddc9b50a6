#include "delegate/engine/debug_dump.h"

#include <array>
#include <sstream>

#include "delegate/engine/dispatch_text.h"
#include "delegate/verdict/op_names.h"
#include "runtime/graph/memory_plan.h"
#include "runtime/platform/files.h"

namespace litevk {
namespace {

void DescribeNodes(std::ostream& out, const ir::Graph& graph, const Partition& partition) {
  out << "nodes\n";
  for (const int position : partition.positions) {
    const ir::Node& node = graph.nodes[static_cast<size_t>(position)];
    out << "  " << node.index << " " << OpName(node);
    for (const ir::TensorId id : node.inputs) {
      out << (id == ir::kAbsent ? " -" : " " + std::to_string(id) + ":" + graph.tensor(id).dims.ToString());
    }
    out << " ->";
    for (const ir::TensorId id : node.outputs) {
      out << " " << id << ":" << graph.tensor(id).dims.ToString()
          << (graph.tensor(id).is_known() ? " (constant)" : "");
    }
    out << "\n";
  }
}

void DescribeDispatches(std::ostream& out, const ir::Graph& graph, const ir::GraphIndex& index,
                        const gpu::Graph& program, const std::vector<bool>& barriers) {
  out << "dispatches\n";
  for (size_t i = 0; i < program.dispatches.size(); ++i) {
    const gpu::Dispatch& dispatch = program.dispatches[i];
    out << "  " << i << " " << dispatch.label << ": " << dispatch.shader->name << ", workgroups "
        << dispatch.workgroups[0] << " " << dispatch.workgroups[1] << " " << dispatch.workgroups[2]
        << (barriers[i] ? ", after a barrier" : "") << "\n    nodes " << NodesText(graph, index, dispatch)
        << "\n    specialization" << SpecializationText(dispatch);
    for (const std::string& step : EpilogueTexts(program, dispatch)) out << "\n    epilogue " << step;
    if (!dispatch.move_reason.empty()) out << "\n    moves data: " << dispatch.move_reason;
    out << "\n    push" << PushText(dispatch) << "\n    bindings";
    for (size_t b = 0; b < dispatch.bindings.size(); ++b) {
      out << " " << dispatch.shader->bindings[b].name << "=" << dispatch.bindings[b];
    }
    out << "\n";
  }
}

void DescribeChoices(std::ostream& out, const std::vector<ChoicePoint>& points) {
  out << "choices of algorithms\n";
  for (const ChoicePoint& point : points) {
    out << "  " << point.key << ": " << point.alternatives[point.taken] << ", of "
        << point.alternatives.size() << ", from dispatch " << point.first_dispatch << " on\n";
    for (const std::string& reason : point.unfit) out << "    not " << reason << "\n";
  }
}

void DescribeMemory(std::ostream& out, const gpu::Graph& program, const gpu::MemoryPlan& plan) {
  constexpr std::array kRegions = {"arena", "io", "constants"};
  out << "memory: arena " << plan.arena_bytes << " bytes, inputs and outputs " << plan.io_bytes
      << " bytes, constants " << plan.constant_bytes << " bytes\n";
  for (size_t i = 0; i < program.tensors.size(); ++i) {
    const gpu::Placement& placement = plan.placements[i];
    out << "  " << i << " " << program.tensors[i].name << ": ";
    if (placement.bytes == 0) {
      out << "unused\n";
    } else {
      out << kRegions[static_cast<size_t>(placement.region)] << " " << placement.offset_bytes << " + "
          << placement.bytes;
      if (placement.rows.bytes > 0) {
        out << ", of which " << placement.rows.bytes << " of every " << placement.rows.pitch << " from "
            << placement.rows.first << " on";
      }
      out << "\n";
    }
  }
}

}  // namespace

std::string DescribeProgram(const ir::Graph& graph, const Partition& partition,
                            const LoweredPartition& lowered, const gpu::DeviceLimits& limits) {
  const gpu::Graph& program = lowered.graph;
  const gpu::MemoryPlan plan = gpu::PlanMemory(program, limits);
  std::ostringstream out;
  out << "subgraph " << partition.subgraph << ", partition " << partition.index << "\n";
  DescribeNodes(out, graph, partition);
  DescribeDispatches(out, graph, *partition.graph_index, program, gpu::PlanBarriers(program, plan));
  DescribeChoices(out, lowered.choice_points);
  DescribeMemory(out, program, plan);
  return out.str();
}

Status DumpProgram(const std::string& folder, const ir::Graph& graph, const Partition& partition,
                   const LoweredPartition& lowered, const gpu::DeviceLimits& limits) {
  std::string path = folder + "/subgraph_" + std::to_string(partition.subgraph) + "_partition_" +
                     std::to_string(partition.index);
  for (const ir::TensorId id : partition.inputs) path += "_" + graph.tensor(id).dims.ToString();
  return WriteFileAtomically(path + ".txt", DescribeProgram(graph, partition, lowered, limits));
}

}  // namespace litevk
