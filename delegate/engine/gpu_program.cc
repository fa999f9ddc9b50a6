#include "delegate/engine/gpu_program.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "delegate/engine/debug_dump.h"
#include "delegate/engine/dispatch_profile.h"
#include "delegate/engine/dispatch_work.h"
#include "delegate/engine/edge_bytes.h"
#include "delegate/engine/over_limits.h"
#include "delegate/engine/program_report.h"
#include "delegate/engine/run_timeline.h"
#include "delegate/engine/tuner.h"
#include "delegate/lower/lowering.h"
#include "runtime/base/guard.h"
#include "runtime/base/stopwatch.h"
#include "runtime/exec/device_tensor.h"
#include "runtime/exec/executable.h"
#include "runtime/vk/lifetime.h"

namespace litevk {
namespace {

// What a report tells of a program beside its times.
struct Reported {
  std::optional<int64_t> number;    // in the report; none where that lists enough programs of the partition
  bool is_new = false;              // to the report
  std::vector<DispatchWork> works;  // by dispatch; none without enable_op_profiling
  RunTimeline timeline;
};

// One for each of the partition's inputs or outputs.
std::vector<EdgeBytes> EdgesOf(const ir::Graph& graph, std::span<const ir::TensorId> ids) {
  std::vector<EdgeBytes> edges;
  edges.reserve(ids.size());
  for (const ir::TensorId id : ids) edges.emplace_back(graph.tensor(id));
  return edges;
}

class GpuProgram : public Program {
 public:
  GpuProgram(std::unique_ptr<Executable> executable, const ir::Graph& graph, const Partition& partition,
             const std::vector<gpu::TensorId>& tensors, std::vector<gpu::ValueCheck> checks,
             std::unordered_map<ir::TensorId, gpu::TensorId> states, const Engine& engine, Reported reported)
      : executable_(std::move(executable)),
        partition_(partition),
        inputs_(EdgesOf(graph, partition.inputs)),
        outputs_(EdgesOf(graph, partition.outputs)),
        tensors_(tensors),
        checks_(std::move(checks)),
        states_(std::move(states)),
        engine_(engine),
        reported_(std::move(reported)),
        is_timed_(engine.options.enable_op_profiling && executable_->stats().dispatches > 0 &&
                  engine.device->features().has(vk::Feature::kTimestamps)),
        is_bound_(partition.outputs.size()) {}
  GpuProgram(const GpuProgram&) = delete;
  GpuProgram& operator=(const GpuProgram&) = delete;

  void ReportUse() override {
    // The report belongs to the parent of a forked process.
    if (profile_.runs() + profile_.runs_without_times() == 0 || !vk::DriverIsOurs()) return;
    profile_.Log(engine_.logger, partition_.index);
    ReportProfile();
  }

  Status Run(TensorPlaces inputs, TensorPlaces outputs) override {
    LITEVK_RETURN_IF_ERROR(engine_.device->Usable());
    const bool is_first = !std::exchange(was_used_, true) && reported_.is_new && engine_.report->has_file();
    RunTimeline& timeline = reported_.timeline;
    timeline.BeginRun();
    traffic_ = {};
    LITEVK_RETURN_IF_ERROR(WriteInputs(inputs));
    LITEVK_RETURN_IF_ERROR(PlaceOutputs(outputs));
    timeline.EndStep("write inputs");
    LITEVK_RETURN_IF_ERROR(executable_->Submit());
    timeline.EndStep("submit");
    LITEVK_RETURN_IF_ERROR(executable_->Wait());
    timeline.EndStep("wait");
    LITEVK_RETURN_IF_ERROR(CheckValues());
    ReadOutputs(outputs);
    UpdateStates(inputs);
    TellOfRun(is_first);
    return {};
  }

  uint64_t DeviceBytes(ir::TensorId id) const override {
    const gpu::TensorId tensor = TensorOf(id);
    if (tensor == gpu::kNoTensor || executable_->stats().takes_host_bytes || !IsAlikeAtEdges(id)) return 0;
    return executable_->BindableBytes(tensor);
  }

 private:
  gpu::TensorId TensorOf(ir::TensorId id) const { return tensors_[static_cast<size_t>(id)]; }

  bool IsAlikeAtEdges(ir::TensorId id) const {
    const auto at = std::ranges::find(partition_.outputs, id);
    if (at != partition_.outputs.end()) {
      return outputs_[static_cast<size_t>(at - partition_.outputs.begin())].AreAlike();
    }
    const auto input = std::ranges::find(partition_.inputs, id);
    return input == partition_.inputs.end() ||
           inputs_[static_cast<size_t>(input - partition_.inputs.begin())].AreAlike();
  }

  // Returns whether the tensor is used where it lies, so that the host has nothing to copy.
  Result<bool> Place(gpu::TensorId tensor, const EdgeBytes& edge, const TensorPlace& place) {
    if (!edge.AreAlike()) return false;
    if (place.on_device == nullptr) return executable_->Bind(tensor, HostBytes{place.bytes});
    traffic_.passed_bytes += place.bytes.size();
    return executable_->Bind(tensor, place.on_device->range());
  }

  Status WriteInputs(TensorPlaces inputs) {
    for (size_t i = 0; i < inputs.size(); ++i) {
      const gpu::TensorId tensor = TensorOf(partition_.inputs[i]);
      // Nothing computed at run time depends on an input without a tensor.
      if (tensor == gpu::kNoTensor) continue;
      // The device does not write to an input.
      LITEVK_ASSIGN_OR_RETURN(const bool is_bound, Place(tensor, inputs_[i], inputs[i]));
      if (is_bound) continue;
      inputs_[i].ToDevice(inputs[i].bytes, executable_->Input(tensor));
      traffic_.copied_bytes += inputs[i].bytes.size();
    }
    return {};
  }

  Status PlaceOutputs(TensorPlaces outputs) {
    for (size_t i = 0; i < outputs.size(); ++i) {
      LITEVK_ASSIGN_OR_RETURN(is_bound_[i], Place(TensorOf(partition_.outputs[i]), outputs_[i], outputs[i]));
    }
    return {};
  }

  void ReadOutputs(TensorPlaces outputs) {
    for (size_t i = 0; i < outputs.size(); ++i) {
      if (is_bound_[i]) continue;
      outputs_[i].ToHost(executable_->Output(TensorOf(partition_.outputs[i])), outputs[i].bytes);
      traffic_.copied_bytes += outputs[i].bytes.size();
    }
  }

  Status CheckValues() const {
    for (const gpu::ValueCheck& check : checks_) {
      uint32_t flag = 0;
      std::memcpy(&flag, executable_->Output(check.flag).data(), sizeof(flag));
      if (flag != 0) return InvalidArgument(check.message);
    }
    return {};
  }

  // A state is an input whose memory gets the value after the run.
  void UpdateStates(TensorPlaces inputs) {
    for (size_t i = 0; i < inputs.size(); ++i) {
      const auto state = states_.find(partition_.inputs[i]);
      if (state == states_.end()) continue;
      inputs_[i].ToHost(executable_->Output(state->second), inputs[i].bytes);
      traffic_.copied_bytes += inputs[i].bytes.size();
    }
  }

  void ReportTraffic() {
    const ExecutableStats& stats = executable_->stats();
    traffic_.copies = stats.copies;
    traffic_.copied_bytes += stats.copy_bytes;
    engine_.report->SetTraffic(*reported_.number, traffic_);
  }

  // The results are there and the states are the next ones: what fails from here on costs the report alone.
  void TellOfRun(bool is_first) {
    const auto tell = [&] {
      reported_.timeline.EndStep("read outputs");
      if (is_timed_) ReadTimes();
      if (is_first) ReportTraffic();
      return true;
    };
    Guard(tell, [](const char*) { return false; });
  }

  // The results are right with or without times, so whatever fails here costs the times alone.
  void ReadTimes() {
    const auto read = executable_->ReadDispatchTimes();
    const std::vector<DispatchTime> times = read.ok() ? *read : std::vector<DispatchTime>();
    profile_.Add(times);
    reported_.timeline.EndRun(times);
  }

  void ReportProfile() {
    if (!reported_.number) return;
    ProfileReport report = {.runs = profile_.runs(),
                            .runs_without_times = profile_.runs_without_times(),
                            .dispatch_times = profile_.Means(),
                            .timeline = reported_.timeline.report()};
    for (size_t i = 0; i < report.dispatch_times.size(); ++i) {
      report.dispatch_times[i].work = reported_.works[i];
    }
    engine_.report->SetProfile(*reported_.number, std::move(report));
  }

  std::unique_ptr<Executable> executable_;
  const Partition& partition_;
  std::vector<EdgeBytes> inputs_;
  std::vector<EdgeBytes> outputs_;
  std::vector<gpu::TensorId> tensors_;  // by ir::TensorId
  std::vector<gpu::ValueCheck> checks_;
  std::unordered_map<ir::TensorId, gpu::TensorId> states_;  // LoweredPartition::states
  const Engine& engine_;
  Reported reported_;
  const bool is_timed_;
  std::vector<bool> is_bound_;  // outputs in the interpreter's memory
  bool was_used_ = false;
  TrafficReport traffic_;  // of the run under way
  DispatchProfile profile_;
};

ExecutableOptions ExecutableOptionsOf(const Options& options) {
  return {.enable_timestamps = options.enable_op_profiling,
          .timeout_ms = options.invoke_timeout_ms,
          .disable_zero_copy = options.disable_zero_copy,
          .pipeline_folder = options.serialization_dir};
}

}  // namespace

Result<std::unique_ptr<DeviceTensor>> MakeDeviceTensor(const Engine& engine, uint64_t bytes) {
  return DeviceTensor::Create(engine.device, bytes, ExecutableOptionsOf(engine.options));
}

Result<std::unique_ptr<Program>> MakeGpuProgram(const JudgedGraph& judged, const Partition& partition,
                                                const Engine& engine, std::vector<Misfit>* over_limits) {
  LITEVK_RETURN_IF_ERROR(engine.device->Usable());
  const ir::Graph& graph = judged.graph;
  const Options& options = engine.options;
  const auto lower = [&](const Choices& choices) {
    return Lower(
        judged, partition.positions, partition.inputs, partition.outputs,
        {.fusion = !options.disable_fusion, .winograd = !options.disable_winograd, .choices = &choices});
  };
  const double begin_us = SteadyUs();
  Stopwatch watch;
  const Choices choices = engine.tuner == nullptr ? Choices() : engine.tuner->ChoicesFor(lower);
  const double tuning_ms = watch.LapMs();
  LoweredPartition lowered = lower(choices);
  const double lowering_ms = watch.LapMs();
  if (over_limits != nullptr) {
    *over_limits = FindOverLimits(lowered.graph, *partition.graph_index, engine.limits);
    if (!over_limits->empty()) return Unsupported(over_limits->front().verdict.reason);
  }
  if (!options.debug_dump_dir.empty()) {
    const Status dumped = DumpProgram(options.debug_dump_dir, graph, partition, lowered.graph, engine.limits);
    if (!dumped.ok()) partition.warnings->Once(engine.logger, "dump", dumped.message());
  }
  ProgramReport report = DescribeDispatches(graph, *partition.graph_index, lowered.graph);
  DescribePlace(graph, partition, report);
  const bool is_new = engine.report->WouldList(report);
  if (is_new) DescribeCost(judged, partition, engine, report);
  if (is_new && options.enable_pipeline_statistics) ReportStatistics(lowered.graph, engine);
  std::vector<gpu::ValueCheck> checks = lowered.graph.checks;
  Reported reported = {.timeline = RunTimeline(options.enable_op_profiling ? options.timeline_runs : 0)};
  if (options.enable_op_profiling) {
    reported.works = DescribeWork(graph, *partition.graph_index, lowered.graph);
  }
  ExecutableOptions executable_options = ExecutableOptionsOf(options);
  executable_options.constants = partition.weights.get();
  executable_options.memory = partition.memory;
  LITEVK_ASSIGN_OR_RETURN(auto executable,
                          Executable::Build(engine.device, std::move(lowered.graph), executable_options));
  const ExecutableStats& stats = executable->stats();
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
  // Here and not in the first run, which is to take as long as the others.
  LITEVK_ASSIGN_OR_RETURN(const FirstUse first_use, executable->UsePipelines());
  DescribeExecutable(*executable, report);
  report.new_pipelines = first_use.new_pipelines;
  report.first_use_ms = first_use.ms;
  report.tuning_ms = tuning_ms;
  report.plan_ms += lowering_ms;
  if (reported.timeline.is_wanted()) {
    reported.timeline.SetBuild(begin_us, {{"tune", report.tuning_ms},
                                          {"plan", report.plan_ms},
                                          {"compile pipelines", report.pipelines_ms},
                                          {"upload weights", report.upload_ms},
                                          {"use pipelines", report.first_use_ms}});
  }
  reported.number = engine.report->AddProgram(std::move(report));
  reported.is_new = is_new && reported.number.has_value();
  return std::unique_ptr<Program>(std::make_unique<GpuProgram>(
      std::move(executable), graph, partition, lowered.tensors, std::move(checks), std::move(lowered.states),
      engine, std::move(reported)));
}

}  // namespace litevk
