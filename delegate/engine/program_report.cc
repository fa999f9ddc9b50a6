#include "delegate/engine/program_report.h"

#include <string>
#include <utility>
#include <vector>

#include "delegate/engine/current_device.h"
#include "delegate/verdict/op_names.h"
#include "runtime/exec/pipeline_statistics.h"

namespace litevk {

ProgramReport DescribeDispatches(const ir::Graph& graph, const ir::GraphIndex& index,
                                 const gpu::Graph& program) {
  ProgramReport report;
  for (const gpu::Dispatch& dispatch : program.dispatches) {
    ++report.shaders[std::string(dispatch.shader->name)];
    if (dispatch.move_reason.empty()) continue;
    const ir::Node& node = graph.nodes[static_cast<size_t>(index.positions.at(dispatch.source_node))];
    report.moves.push_back(
        {.node = dispatch.source_node, .op = OpName(node), .reason = dispatch.move_reason});
  }
  return report;
}

void DescribePlacement(const ir::Graph& graph, const Partition& partition, ProgramReport& report) {
  report.subgraph = partition.subgraph;
  report.partition = partition.index;
  report.first_node = graph.nodes[static_cast<size_t>(partition.positions.front())].index;
  for (const ir::TensorId id : partition.inputs) {
    const auto dims = graph.tensor(id).dims.dims();
    report.input_shapes.emplace_back(dims.begin(), dims.end());
  }
}

void DescribeCost(const JudgedGraph& judged, const Partition& partition, const Engine& engine,
                  ProgramReport& report) {
  const std::optional<CostModel> costs = engine.costs(partition.cpu);
  if (!costs) return;
  report.cost =
      costs->Estimate(judged.graph, judged.kernels, partition.graph_index->consumers, partition.positions);
}

void DescribeExecutable(const Executable& executable, ProgramReport& report) {
  const ExecutableStats& stats = executable.stats();
  report.dispatches = stats.dispatches;
  report.barriers = stats.barriers;
  report.pipelines = stats.pipelines;
  report.submissions = stats.submissions;
  report.longest_submission_ms = stats.longest_submission_us / 1e3;
  report.arena_bytes = stats.arena_bytes;
  report.io_bytes = stats.io_bytes;
  report.constant_bytes = stats.constant_bytes;
  report.shared_constant_bytes = stats.shared_constant_bytes;
  report.device_memory_bytes = executable.device().allocated_bytes();
  report.staging_bytes = stats.staging_bytes;
  report.upload_staging_bytes = stats.upload_staging_bytes;
  report.copies = stats.copies;
  report.zero_copy = stats.zero_copy;
  report.plan_ms = stats.plan_ms;
  report.pipelines_ms = stats.pipelines_ms;
  report.upload_ms = stats.upload_ms;
  for (const CompileTime& time : stats.compile_times)
    report.pipeline_times.emplace_back(time.shader, time.ms);
}

void ReportStatistics(const gpu::Graph& program, const Engine& engine) {
  const auto pipelines = CollectPipelineStatistics(*engine.device->Get(), program);
  if (!pipelines.ok()) return engine.logger.Warning(pipelines.status().message());
  std::vector<PipelineReport> reports;
  for (const PipelineStatistics& pipeline : *pipelines) {
    PipelineReport report = {.shader = pipeline.shader, .label = pipeline.label, .spec = pipeline.spec};
    for (const PipelineStatistic& s : pipeline.statistics) report.statistics.emplace_back(s.name, s.value);
    reports.push_back(std::move(report));
  }
  engine.report->AddPipelines(std::move(reports));
}

}  // namespace litevk
