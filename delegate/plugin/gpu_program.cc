#include "delegate/plugin/gpu_program.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "delegate/lower/lowering.h"
#include "delegate/plugin/debug_dump.h"
#include "runtime/exec/executable.h"
#include "runtime/exec/pipeline_statistics.h"

namespace litevk {
namespace {

// Device time of each dispatch, summed over runs.
class DispatchProfile {
 public:
  void Add(const std::vector<DispatchTime>& times) {
    rows_.resize(times.size());
    for (size_t i = 0; i < times.size(); ++i) {
      rows_[i].name = std::string(times[i].label) + " (" + std::string(times[i].shader) + ")";
      rows_[i].microseconds += times[i].microseconds;
    }
    ++runs_;
  }

  void Log(const Logger& logger, int partition) const {
    if (runs_ == 0) return;
    double total = 0;
    for (const Row& row : rows_) total += row.microseconds;
    logger.Info("partition " + std::to_string(partition) + ": device time of " + std::to_string(runs_) +
                " runs");
    logger.Info("   avg us      %  dispatch");
    for (const Row& row : rows_) {
      std::array<char, 40> numbers = {};
      std::snprintf(numbers.data(), numbers.size(), "%9.1f  %5.1f  ", row.microseconds / runs_,
                    total > 0 ? 100 * row.microseconds / total : 0);
      logger.Info(numbers.data() + row.name);
    }
  }

 private:
  struct Row {
    std::string name;
    double microseconds = 0;
  };
  std::vector<Row> rows_;
  int runs_ = 0;
};

class GpuProgram : public Program {
 public:
  GpuProgram(std::unique_ptr<Executable> executable, const Partition& partition,
             const std::vector<gpu::TensorId>& tensors, const Engine& engine)
      : executable_(std::move(executable)), partition_(partition), tensors_(tensors), engine_(engine) {}
  GpuProgram(const GpuProgram&) = delete;
  GpuProgram& operator=(const GpuProgram&) = delete;
  ~GpuProgram() override { profile_.Log(engine_.logger, partition_.index); }

  Status Run(InputBytes inputs, OutputBytes outputs) override {
    for (size_t i = 0; i < inputs.size(); ++i) {
      const gpu::TensorId tensor = TensorOf(partition_.inputs[i]);
      // Nothing computed at run time depends on an input without a tensor.
      if (tensor == gpu::kNoTensor) continue;
      std::ranges::copy(inputs[i], executable_->Input(tensor).begin());
    }
    LITEVK_RETURN_IF_ERROR(executable_->Run());
    for (size_t i = 0; i < outputs.size(); ++i) {
      const auto source = executable_->Output(TensorOf(partition_.outputs[i]));
      std::ranges::copy(source.first(outputs[i].size()), outputs[i].begin());
    }
    return engine_.options.enable_op_profiling ? ReadTimes() : Status();
  }

 private:
  gpu::TensorId TensorOf(ir::TensorId id) const { return tensors_[static_cast<size_t>(id)]; }

  Status ReadTimes() {
    LITEVK_ASSIGN_OR_RETURN(const auto times, executable_->ReadDispatchTimes());
    if (!times.empty()) profile_.Add(times);
    return {};
  }

  std::unique_ptr<Executable> executable_;
  const Partition& partition_;
  std::vector<gpu::TensorId> tensors_;  // by ir::TensorId
  const Engine& engine_;
  DispatchProfile profile_;
};

void ReportStatistics(const gpu::Graph& graph, const Engine& engine) {
  const auto pipelines = CollectPipelineStatistics(*engine.device, graph);
  if (!pipelines.ok()) return engine.logger.Warning(pipelines.status().message());
  std::vector<PipelineReport> reports;
  for (const PipelineStatistics& pipeline : *pipelines) {
    PipelineReport report = {.shader = pipeline.shader, .label = pipeline.label, .spec = pipeline.spec};
    for (const PipelineStatistic& s : pipeline.statistics) report.statistics.emplace_back(s.name, s.value);
    reports.push_back(std::move(report));
  }
  engine.report->AddPipelines(std::move(reports));
}

}  // namespace

Result<std::unique_ptr<Program>> MakeGpuProgram(const ir::Graph& graph, const Partition& partition,
                                                const Engine& engine) {
  const Options& options = engine.options;
  LoweredPartition lowered = Lower(graph, partition.positions, partition.inputs, partition.outputs,
                                   engine.limits, !options.disable_fusion);
  if (!options.debug_dump_dir.empty()) {
    const Status dumped = DumpProgram(options.debug_dump_dir, graph, partition, lowered.graph, engine.limits);
    if (!dumped.ok()) engine.logger.Warning(dumped.message());
  }
  if (options.enable_pipeline_statistics) ReportStatistics(lowered.graph, engine);
  LITEVK_ASSIGN_OR_RETURN(auto executable,
                          Executable::Build(engine.device, std::move(lowered.graph),
                                            {.enable_timestamps = options.enable_op_profiling,
                                             .disable_zero_copy = options.disable_zero_copy}));
  const ExecutableStats& stats = executable->stats();
  engine.logger.Verbose("partition " + std::to_string(partition.index) + ": " +
                        std::to_string(stats.dispatches) + " dispatches, " + std::to_string(stats.barriers) +
                        " barriers, " + std::to_string(stats.pipelines) + " pipelines, arena " +
                        std::to_string(stats.arena_bytes) + " bytes, constants " +
                        std::to_string(stats.constant_bytes) + " bytes");
  return std::unique_ptr<Program>(
      std::make_unique<GpuProgram>(std::move(executable), partition, lowered.tensors, engine));
}

}  // namespace litevk
