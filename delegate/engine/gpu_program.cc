#include "delegate/engine/gpu_program.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "delegate/engine/current_device.h"
#include "delegate/engine/debug_dump.h"
#include "delegate/engine/dispatch_work.h"
#include "delegate/engine/executable_program.h"
#include "delegate/engine/lower_options.h"
#include "delegate/engine/over_limits.h"
#include "delegate/engine/partition_memory.h"
#include "delegate/engine/program_report.h"
#include "delegate/engine/run_timeline.h"
#include "delegate/engine/tuner.h"
#include "runtime/base/stopwatch.h"
#include "runtime/exec/device_tensor.h"
#include "runtime/exec/executable.h"
#include "runtime/vk/instance/lifetime.h"

namespace litevk {
namespace {

ExecutableOptions ExecutableOptionsOf(const Options& options) {
  return {.enable_timestamps = options.enable_op_profiling,
          .timeout_ms = options.invoke_timeout_ms,
          .disable_zero_copy = options.disable_zero_copy,
          .pipeline_folder = options.serialization_dir};
}

// Time at which a program's building began, and durations of the steps before there was an executable.
struct BuildTimes {
  double begin_us = SteadyUs();
  double tuning_ms = 0;
  double lowering_ms = 0;
};

LoweredPartition LowerTuned(const JudgedGraph& judged, const Partition& partition, const Engine& engine,
                            BuildTimes& times) {
  const AvoidedAlternatives avoided = SwitchedOffOn(engine).Avoided();
  const std::vector<ir::TensorId> apart = ApartTensors(judged.graph, partition, engine);
  const auto lower = [&](const Choices& choices) {
    LowerOptions options = LowerOptionsOf(engine.options);
    options.choices = &choices;
    options.avoided = &avoided;
    options.apart = apart;
    return Lower(judged, partition.positions, partition.inputs, partition.outputs, options);
  };
  Stopwatch watch;
  const Choices choices =
      engine.tuner == nullptr ? Choices() : engine.tuner->ChoicesFor(engine.device->Get(), lower);
  times.tuning_ms = watch.LapMs();
  LoweredPartition lowered = lower(choices);
  times.lowering_ms = watch.LapMs();
  return lowered;
}

// Returns the nodes that are switched off on the device.
std::vector<RefusedNode> NodesOffDevice(const ir::Graph& graph, const Partition& partition,
                                        const Engine& engine) {
  std::vector<RefusedNode> nodes;
  const SwitchedOff& off = SwitchedOffOn(engine);
  if (off.empty()) return nodes;
  for (const int position : partition.positions) {
    const std::string why = off.WhyOnCpu(KernelKeyOf(graph, graph.nodes[static_cast<size_t>(position)]));
    if (!why.empty()) nodes.push_back({position, Reject(ReasonCode::kWrongResult, why)});
  }
  return nodes;
}

// Writes the program into the folder of debug_dump_dir, if there is one.
void Dump(const ir::Graph& graph, const Partition& partition, const LoweredPartition& lowered,
          const Engine& engine) {
  const std::string& folder = engine.options.debug_dump_dir;
  if (folder.empty()) return;
  const Status dumped = DumpProgram(folder, graph, partition, lowered, engine.limits);
  if (!dumped.ok()) partition.warnings->Once(engine.logger, "dump", dumped.message());
}

void LogExecutable(const ExecutableStats& stats, const Partition& partition, const Engine& engine) {
  if (!stats.pipeline_file_note.empty()) {
    partition.warnings->Once(engine.logger, "pipeline file", "pipeline " + stats.pipeline_file_note);
  }
  if (!stats.timestamps_note.empty()) {
    partition.warnings->Once(
        engine.logger, "timestamps",
        "partition " + std::to_string(partition.index) + " is not timed: " + stats.timestamps_note);
  }
  engine.logger.Verbose("partition " + std::to_string(partition.index) + ": " +
                        std::to_string(stats.dispatches) + " dispatches, " + std::to_string(stats.barriers) +
                        " barriers, " + std::to_string(stats.pipelines) + " pipelines, arena " +
                        std::to_string(stats.arena_bytes) + " bytes, constants " +
                        std::to_string(stats.constant_bytes) + " bytes");
}

// Returns the limit of a submission; 0: none. A CPU driver has no watchdog, and drives no display.
double MaxSubmitMs(const Engine& engine) {
  constexpr double kDefaultOfGpus = 50;
  if (engine.options.max_submit_ms >= 0) return engine.options.max_submit_ms;
  return engine.is_cpu_driver ? 0 : kDefaultOfGpus;
}

SubmitBound SubmitBoundOf(const ir::Graph& graph, const ir::GraphIndex& index, const gpu::Graph& program,
                          const Engine& engine) {
  constexpr double kUsPerMs = 1e3;
  const double limit_us = MaxSubmitMs(engine) * kUsPerMs;
  if (limit_us <= 0 || !engine.rates) return {};
  return {.limit_us = limit_us,
          .dispatch_us = EstimateDispatches(graph, index, program, *engine.rates),
          .submit_us = engine.rates->submit_us};
}

// Builds the executable and uses its pipelines. That happens here, so that the first run takes as long as the
// others.
Result<std::unique_ptr<Executable>> BuildExecutable(gpu::Graph program, SubmitBound bound,
                                                    const Partition& partition, const Engine& engine,
                                                    ProgramReport& report) {
  ExecutableOptions options = ExecutableOptionsOf(engine.options);
  const std::shared_ptr<const vk::Device> device = engine.device->Get();
  partition.memory->MoveTo(device);
  options.constants = &partition.memory->weights();
  options.memory = partition.memory->run();
  options.submit_bound = std::move(bound);
  LITEVK_ASSIGN_OR_RETURN(auto executable, Executable::Build(device, std::move(program), options));
  LogExecutable(executable->stats(), partition, engine);
  LITEVK_ASSIGN_OR_RETURN(const FirstUse first_use, executable->UsePipelines());
  DescribeExecutable(*executable, report);
  report.new_pipelines = first_use.new_pipelines;
  report.first_use_ms = first_use.ms;
  return executable;
}

// Sets the timeline's steps that made the program.
void SetBuild(const BuildTimes& times, const ProgramReport& report, RunTimeline& timeline) {
  if (!timeline.is_wanted()) return;
  timeline.SetBuild(times.begin_us, {{"tune", report.tuning_ms},
                                     {"plan", report.plan_ms},
                                     {"compile pipelines", report.pipelines_ms},
                                     {"upload weights", report.upload_ms},
                                     {"use pipelines", report.first_use_ms}});
}

}  // namespace

Result<std::unique_ptr<DeviceTensor>> MakeDeviceTensor(const Engine& engine, uint64_t bytes) {
  return DeviceTensor::Create(engine.device->Get(), bytes, ExecutableOptionsOf(engine.options));
}

SwitchedOff& SwitchedOffOn(const Engine& engine) {
  const std::shared_ptr<const vk::Device> device = engine.device->Get();
  const vk::DeviceInfo& info = device->info();
  return SwitchedOff::On(info.name + " " + info.driver + " " + std::to_string(device->features().bits()));
}

std::vector<ir::TensorId> ApartTensors(const ir::Graph& graph, const Partition& partition,
                                       const Engine& engine) {
  std::vector<ir::TensorId> apart;
  const SwitchedOff& off = SwitchedOffOn(engine);
  if (off.empty()) return apart;
  for (const int position : partition.positions) {
    const ir::Node& node = graph.nodes[static_cast<size_t>(position)];
    if (off.IsApart(KernelKeyOf(graph, node))) {
      apart.insert(apart.end(), node.outputs.begin(), node.outputs.end());
    }
  }
  std::erase_if(apart, [&](ir::TensorId id) { return id == ir::kAbsent || !graph.tensor(id).is_of_run(); });
  return apart;
}

LoweredPartition LowerAsChosen(const JudgedGraph& judged, const Partition& partition, const Engine& engine) {
  BuildTimes times;
  return LowerTuned(judged, partition, engine, times);
}

Result<std::unique_ptr<Program>> MakeGpuProgram(const JudgedGraph& judged, const Partition& partition,
                                                const Engine& engine, std::vector<RefusedNode>* over_limits) {
  LITEVK_RETURN_IF_ERROR(vk::ClaimDriver());
  LITEVK_RETURN_IF_ERROR(engine.device->Get()->Usable());
  const ir::Graph& graph = judged.graph;
  if (over_limits != nullptr) {
    *over_limits = NodesOffDevice(graph, partition, engine);
    if (!over_limits->empty()) return Unsupported(over_limits->front().verdict.reason);
  }
  const Options& options = engine.options;
  BuildTimes times;
  LoweredPartition lowered = LowerTuned(judged, partition, engine, times);
  if (over_limits != nullptr) {
    *over_limits = FindOverLimits(lowered.graph, *partition.graph_index, engine.limits);
    if (!over_limits->empty()) return Unsupported(over_limits->front().verdict.reason);
  }
  Dump(graph, partition, lowered, engine);
  ProgramReport report = DescribeDispatches(graph, *partition.graph_index, lowered.graph);
  DescribePlacement(graph, partition, report);
  const bool is_new = engine.report->WouldList(report);
  if (is_new) DescribeCost(judged, partition, engine, report);
  if (is_new && options.enable_pipeline_statistics) ReportStatistics(lowered.graph, engine);
  std::vector<gpu::ValueCheck> checks = lowered.graph.checks;
  Reported reported = {.timeline = RunTimeline(options.enable_op_profiling ? options.timeline_runs : 0)};
  if (options.enable_op_profiling) {
    reported.works = DescribeWork(graph, *partition.graph_index, lowered.graph);
  }
  SubmitBound bound = SubmitBoundOf(graph, *partition.graph_index, lowered.graph, engine);
  LITEVK_ASSIGN_OR_RETURN(auto executable, BuildExecutable(std::move(lowered.graph), std::move(bound),
                                                           partition, engine, report));
  report.tuning_ms = times.tuning_ms;
  report.plan_ms += times.lowering_ms;
  SetBuild(times, report, reported.timeline);
  reported.number = engine.report->AddProgram(std::move(report));
  reported.is_new = is_new && reported.number.has_value();
  ProgramTensors tensors = {.ids = std::move(lowered.tensors),
                            .states = std::move(lowered.states),
                            .inputs = EdgesOf(graph, partition.inputs),
                            .outputs = EdgesOf(graph, partition.outputs)};
  return std::unique_ptr<Program>(std::make_unique<ExecutableProgram>(
      std::move(executable), partition, std::move(tensors), std::move(checks), engine, std::move(reported)));
}

}  // namespace litevk
