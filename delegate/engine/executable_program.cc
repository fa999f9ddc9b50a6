#include "delegate/engine/executable_program.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/exec/device_tensor.h"
#include "runtime/platform/guard.h"
#include "runtime/vk/instance/lifetime.h"

namespace litevk {

ExecutableProgram::ExecutableProgram(std::unique_ptr<Executable> executable, const Partition& partition,
                                     ProgramTensors tensors, std::vector<gpu::ValueCheck> checks,
                                     const Engine& engine, Reported reported)
    : executable_(std::move(executable)),
      partition_(partition),
      tensors_(std::move(tensors)),
      checks_(std::move(checks)),
      engine_(engine),
      reported_(std::move(reported)),
      is_timed_(engine.options.enable_op_profiling && executable_->stats().dispatches > 0 &&
                executable_->device().features().has(vk::Feature::kTimestamps)),
      is_bound_(partition.outputs.size()) {}

void ExecutableProgram::ReportUse() {
  // The report belongs to the parent of a forked process.
  if (profile_.runs() + profile_.runs_without_times() == 0 || !vk::DriverIsOurs()) return;
  profile_.Log(engine_.logger, partition_.index);
  ReportProfile();
}

Status ExecutableProgram::Run(TensorLocations inputs, TensorLocations outputs) {
  LITEVK_RETURN_IF_ERROR(executable_->device().Usable());
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

uint64_t ExecutableProgram::DeviceBytes(ir::TensorId id) const {
  const gpu::TensorId tensor = TensorOf(id);
  if (tensor == gpu::kNoTensor || executable_->stats().takes_host_bytes || !IsAlikeAtEdges(id)) return 0;
  return executable_->BindableBytes(tensor);
}

// True if the interpreter has the tensor's bytes in the form that the device has.
bool ExecutableProgram::IsAlikeAtEdges(ir::TensorId id) const {
  const auto is_alike = [id](std::span<const ir::TensorId> ids, std::span<const EdgeBytes> edges) {
    const auto at = std::ranges::find(ids, id);
    return at == ids.end() || edges[static_cast<size_t>(at - ids.begin())].AreAlike();
  };
  return is_alike(partition_.inputs, tensors_.inputs) && is_alike(partition_.outputs, tensors_.outputs);
}

Result<bool> ExecutableProgram::Place(gpu::TensorId tensor, const EdgeBytes& edge,
                                      const TensorLocation& location) {
  if (!edge.AreAlike()) return false;
  if (location.on_device == nullptr) return executable_->Bind(tensor, HostBytes{location.bytes});
  traffic_.passed_bytes += location.bytes.size();
  return executable_->Bind(tensor, location.on_device->range());
}

Status ExecutableProgram::WriteInputs(TensorLocations inputs) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    const gpu::TensorId tensor = TensorOf(partition_.inputs[i]);
    // Results of a run do not depend on an input without a tensor.
    if (tensor == gpu::kNoTensor) continue;
    // The device does not write to an input.
    LITEVK_ASSIGN_OR_RETURN(const bool is_bound, Place(tensor, tensors_.inputs[i], inputs[i]));
    if (is_bound) continue;
    tensors_.inputs[i].ToDevice(inputs[i].bytes, executable_->Input(tensor));
    traffic_.copied_bytes += inputs[i].bytes.size();
  }
  return {};
}

Status ExecutableProgram::PlaceOutputs(TensorLocations outputs) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    LITEVK_ASSIGN_OR_RETURN(is_bound_[i],
                            Place(TensorOf(partition_.outputs[i]), tensors_.outputs[i], outputs[i]));
  }
  return {};
}

void ExecutableProgram::ReadOutputs(TensorLocations outputs) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (is_bound_[i]) continue;
    tensors_.outputs[i].ToHost(executable_->Output(TensorOf(partition_.outputs[i])), outputs[i].bytes);
    traffic_.copied_bytes += outputs[i].bytes.size();
  }
}

Status ExecutableProgram::CheckValues() const {
  for (const gpu::ValueCheck& check : checks_) {
    uint32_t flag = 0;
    std::memcpy(&flag, executable_->Output(check.flag).data(), sizeof(flag));
    if (flag != 0) return InvalidArgument(check.message);
  }
  return {};
}

void ExecutableProgram::UpdateStates(TensorLocations inputs) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    const auto state = tensors_.states.find(partition_.inputs[i]);
    if (state == tensors_.states.end()) continue;
    tensors_.inputs[i].ToHost(executable_->Output(state->second), inputs[i].bytes);
    traffic_.copied_bytes += inputs[i].bytes.size();
  }
}

void ExecutableProgram::ReportTraffic() {
  const ExecutableStats& stats = executable_->stats();
  traffic_.copies = stats.copies;
  traffic_.copied_bytes += stats.copy_bytes;
  engine_.report->SetTraffic(*reported_.number, traffic_);
}

// Reports the run. The results are there and the states are the next ones, so a failure from here on costs
// only the report.
void ExecutableProgram::TellOfRun(bool is_first) {
  const auto tell = [&] {
    reported_.timeline.EndStep("read outputs");
    if (is_timed_) ReadTimes();
    if (is_first) ReportTraffic();
    return true;
  };
  Guard(tell, [](const char*) { return false; });
}

// Reads the device times. The results are right with or without them, so a failure costs only the times.
void ExecutableProgram::ReadTimes() {
  const auto read = executable_->ReadDispatchTimes();
  const std::vector<DispatchTime> times = read.ok() ? *read : std::vector<DispatchTime>();
  profile_.Add(times);
  reported_.timeline.EndRun(times);
}

void ExecutableProgram::ReportProfile() {
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

}  // namespace litevk
