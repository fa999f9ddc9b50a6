#include "bench/gpu_cost/model_cost.h"

#include <algorithm>
#include <map>

#include "bench/capture/graph_capture.h"
#include "delegate/lower/lowering.h"
#include "delegate/partition/partition_edges.h"
#include "delegate/partition/partitioner.h"
#include "delegate/verdict/final_shapes.h"
#include "runtime/graph/memory_plan.h"
#include "runtime/interpreter/subgraph.h"

namespace litevk::bench {
namespace {

// Returns the bytes of the arena's tensors that are alive during the dispatch with the most of
// them.
int64_t LargestLiveSet(const gpu::Graph& graph, const gpu::MemoryPlan& plan) {
  struct Life {
    size_t first = 0;
    size_t last = 0;
    int64_t bytes = 0;
  };
  std::map<gpu::TensorId, Life> lives;
  for (size_t d = 0; d < graph.dispatches.size(); ++d) {
    for (const gpu::TensorId id : graph.dispatches[d].bindings) {
      const gpu::Placement& placement = plan.placements[static_cast<size_t>(id)];
      if (placement.region != gpu::Region::kArena) continue;
      const gpu::TensorId root = graph.Root(id);
      Life& life = lives.try_emplace(root, Life{.first = d}).first->second;
      life.last = d;
      life.bytes = static_cast<int64_t>(plan.placements[static_cast<size_t>(root)].bytes);
    }
  }
  int64_t largest = 0;
  for (size_t d = 0; d < graph.dispatches.size(); ++d) {
    int64_t alive = 0;
    for (const auto& [id, life] : lives) alive += life.first <= d && d <= life.last ? life.bytes : 0;
    largest = std::max(largest, alive);
  }
  return largest;
}

PipelineCost CostOf(const PipelineStatistics& statistics) {
  const auto value = [&](std::string_view name) -> int64_t {
    const auto found = std::ranges::find(statistics.statistics, name, &PipelineStatistic::name);
    return found == statistics.statistics.end() ? 0 : static_cast<int64_t>(found->value);
  };
  return {.shader = statistics.shader,
          .label = statistics.label,
          .sgprs = value("SGPRs"),
          .vgprs = value("VGPRs"),
          .spilled = value("Spilled SGPRs") + value("Spilled VGPRs"),
          .waves = value("Subgroups per SIMD"),
          .lds_bytes = value("LDS size"),
          .code_bytes = value("Code size"),
          .inverse_throughput = value("Inverse Throughput"),
          .spirv_instructions = static_cast<int64_t>(statistics.instructions),
          .compile_ms = statistics.compile_ms};
}

Status AddProgram(const gpu::Graph& program, const vk::Device& device, ModelCost& cost) {
  const gpu::MemoryPlan plan = gpu::PlanMemory(program, device.limits());
  for (const bool barrier : gpu::PlanBarriers(program, plan)) cost.barriers += barrier ? 1 : 0;
  cost.dispatches += static_cast<int64_t>(program.dispatches.size());
  for (const gpu::Dispatch& dispatch : program.dispatches) {
    cost.workgroups += int64_t{dispatch.workgroups[0]} * dispatch.workgroups[1] * dispatch.workgroups[2];
  }
  cost.arena_bytes += static_cast<int64_t>(plan.arena_bytes);
  cost.live_bytes += LargestLiveSet(program, plan);
  cost.constant_bytes += static_cast<int64_t>(plan.constant_bytes);
  cost.io_bytes += static_cast<int64_t>(plan.io_bytes);
  LITEVK_ASSIGN_OR_RETURN(const auto pipelines, CollectPipelineStatistics(device, program));
  for (const PipelineStatistics& pipeline : pipelines) cost.pipelines.push_back(CostOf(pipeline));
  return {};
}

}  // namespace

int64_t ModelCost::SpilledRegisters() const {
  int64_t spilled = 0;
  for (const PipelineCost& pipeline : pipelines) spilled += pipeline.spilled;
  return spilled;
}

int64_t ModelCost::SpirvInstructions() const {
  int64_t instructions = 0;
  for (const PipelineCost& pipeline : pipelines) instructions += pipeline.spirv_instructions;
  return instructions;
}

double ModelCost::CompileMs() const {
  double ms = 0;
  for (const PipelineCost& pipeline : pipelines) ms += pipeline.compile_ms;
  return ms;
}

int64_t ModelCost::FewestConvolutionWaves() const {
  int64_t fewest = 0;
  for (const PipelineCost& pipeline : pipelines) {
    if (pipeline.shader.find("conv") == std::string::npos) continue;
    if (fewest == 0 || pipeline.waves < fewest) fewest = pipeline.waves;
  }
  return fewest;
}

Result<ModelCost> CostOf(const std::filesystem::path& path, const vk::Device& device) {
  LITEVK_ASSIGN_OR_RETURN(const auto model, Model::FromFile(path.string()));
  LITEVK_ASSIGN_OR_RETURN(
      const auto interpreter,
      Interpreter::Create(model, BuiltinOps(), {.allow_unresolved = true, .report_error = [](auto) {}}));
  LITEVK_ASSIGN_OR_RETURN(ir::Graph graph, CaptureGraph(*interpreter));
  ModelCost cost = {.model = path.stem().string(), .nodes = static_cast<int64_t>(graph.nodes.size())};
  const Partitioning partitioning =
      PartitionGraph(graph, ir::GraphIndex(graph), JudgeGraph(graph, device.limits()), {});
  PlannedValues shapes;
  for (const std::vector<int>& positions : partitioning.partitions) {
    const auto settled = InferFinalShapes(graph, positions, device.limits(), shapes);
    // Skips partitions without a program for the file's dims: some dims are open, and no inputs are
    // resized here.
    if (!settled.ok() || !settled->refused_nodes.empty()) continue;
    const PartitionEdges edges = EdgesOf(graph, positions, interpreter->primary().outputs());
    cost.delegated += static_cast<int64_t>(positions.size());
    ++cost.partitions;
    const LoweredPartition lowered =
        Lower({graph, settled->kernels, device.limits()}, positions, edges.inputs, edges.outputs, {});
    LITEVK_RETURN_IF_ERROR(AddProgram(lowered.graph, device, cost));
  }
  return cost;
}

}  // namespace litevk::bench
