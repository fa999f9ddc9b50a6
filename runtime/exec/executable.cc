#include "runtime/exec/executable.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <string>
#include <utility>

#include "runtime/base/stopwatch.h"
#include "runtime/exec/graph_check.h"
#include "runtime/exec/pipeline_file.h"
#include "runtime/exec/placed_memory.h"
#include "runtime/exec/recording.h"
#include "runtime/graph/memory_plan.h"
#include "runtime/vk/instance/lifetime.h"

namespace litevk {
namespace {

// Returns the longer of two limits; 0 means no limit.
std::chrono::milliseconds FirstUseLimit(std::chrono::milliseconds of_a_run, const vk::Device& device) {
  const std::chrono::milliseconds usual = device.WaitLimit(-1);
  return of_a_run.count() == 0 || usual.count() == 0 ? usual.zero() : std::max(of_a_run, usual);
}

Status CheckBound(const SubmitBound& bound, const gpu::Graph& graph) {
  const size_t estimates = bound.dispatch_us.size();
  if (bound.limit_us <= 0 || estimates == graph.dispatches.size()) return {};
  return InvalidArgument("submit_bound: expected an estimate of each of " +
                         std::to_string(graph.dispatches.size()) + " dispatches, found " +
                         std::to_string(estimates));
}

}  // namespace

// Members in order of creation. They are destroyed in reverse: the recording, which may wait for the device,
// before the memory.
struct Executable::Objects {
  Objects(std::shared_ptr<const vk::Device> the_device, gpu::Graph the_graph)
      : device(std::move(the_device)), graph(std::move(the_graph)) {}

  Status Build(const ExecutableOptions& options);
  using Pipelines = Recording::Pipelines;
  Result<Pipelines> CompilePipelines(const gpu::SubmissionPlan& plan, const std::string& folder);
  Status FollowMoves();
  Status FollowSpeed();
  void CountSubmissions();
  void CountPipelines();
  void CountBytes();
  Status Submit();
  Status Wait();
  Result<FirstUse> UsePipelines();

  std::shared_ptr<const vk::Device> device;
  gpu::Graph graph;
  PlacedMemory memory = {*device, graph};
  Recording recording = {*device, graph, memory};
  std::chrono::milliseconds wait_limit{0};
  std::chrono::milliseconds first_use_limit{0};
  SubmitBounds bounds;
  bool is_submitted = false;  // submitted and not waited for
  ExecutableStats stats;
};

Status Executable::Objects::Build(const ExecutableOptions& options) {
  LITEVK_RETURN_IF_ERROR(device->Usable());
  LITEVK_RETURN_IF_ERROR(CheckGraph(graph, *device));
  LITEVK_RETURN_IF_ERROR(CheckBound(options.submit_bound, graph));
  wait_limit = device->WaitLimit(options.timeout_ms);
  first_use_limit = FirstUseLimit(wait_limit, *device);
  Stopwatch watch;
  memory.Plan();
  std::vector<bool> barrier_before = gpu::PlanBarriers(graph, memory.plan());
  bounds = SubmitBounds(options.submit_bound);
  gpu::SubmissionPlan plan = bounds.Plan(graph.dispatches);
  stats.plan_ms = watch.LapMs();
  LITEVK_ASSIGN_OR_RETURN(Pipelines pipelines, CompilePipelines(plan, options.pipeline_folder));
  stats.pipelines_ms = watch.LapMs();
  const bool use_staging = options.IsStaged(*device);
  LITEVK_RETURN_IF_ERROR(memory.Allocate(options.memory, options.constants, use_staging, wait_limit));
  graph.constants.clear();
  graph.repeated_constants.clear();
  stats.upload_ms = watch.LapMs();
  LITEVK_RETURN_IF_ERROR(recording.Create(std::move(pipelines), std::move(barrier_before), std::move(plan)));
  if (options.enable_timestamps) stats.timestamps_note = recording.AddTimestamps();
  LITEVK_RETURN_IF_ERROR(FollowMoves());
  stats.zero_copy = !use_staging;
  CountPipelines();
  CountSubmissions();
  CountBytes();
  return {};
}

Result<Executable::Objects::Pipelines> Executable::Objects::CompilePipelines(const gpu::SubmissionPlan& plan,
                                                                             const std::string& folder) {
  std::vector<vk::PipelineRequest> requests;
  requests.reserve(graph.dispatches.size());
  for (const gpu::Dispatch& dispatch : graph.dispatches) requests.push_back({dispatch.shader, dispatch.spec});
  for (const gpu::Submission& submission : plan.submissions) {
    for (const gpu::Piece& piece : submission) requests[piece.dispatch].has_base = piece.is_part;
  }
  if (folder.empty()) return device->GetPipelines(requests);
  const PipelineFile file(folder, graph, device->info());
  const auto note = [this](const Status& status) {
    if (!status.ok()) stats.pipeline_file_note = status.message();
  };
  const Result<std::string> kept = file.Read();
  note(kept.status());
  std::string driver_data = kept.ok() ? *kept : "";
  LITEVK_ASSIGN_OR_RETURN(Pipelines pipelines, device->GetPipelines(requests, &driver_data));
  if (!driver_data.empty() && (!kept.ok() || driver_data != *kept)) note(file.Write(driver_data));
  return pipelines;
}

Status Executable::Objects::FollowMoves() {
  LITEVK_RETURN_IF_ERROR(recording.Follow(wait_limit));
  stats.copies = recording.copies().count;
  stats.copy_bytes = recording.copies().bytes;
  return {};
}

// Plans other submissions if runs have shown that the device has another speed than estimated.
Status Executable::Objects::FollowSpeed() {
  if (!bounds.has_changed()) return {};
  gpu::SubmissionPlan plan = bounds.Plan(graph.dispatches);
  if (plan.submissions != recording.plan().submissions) {
    LITEVK_ASSIGN_OR_RETURN(Pipelines pipelines, CompilePipelines(plan, ""));
    recording.SetSubmissions(std::move(pipelines), std::move(plan));
  }
  CountSubmissions();
  return {};
}

void Executable::Objects::CountSubmissions() {
  stats.submissions = recording.plan().submissions.size();
  stats.longest_submission_us = bounds.slowdown() * recording.plan().longest_us;
}

void Executable::Objects::CountPipelines() {
  stats.dispatches = graph.dispatches.size();
  for (const bool barrier : recording.barriers()) stats.barriers += barrier ? 1 : 0;
  std::set<const vk::Pipeline*> seen;
  for (size_t i = 0; i < recording.pipelines().size(); ++i) {
    const vk::Pipeline& pipeline = *recording.pipelines()[i];
    if (!seen.insert(&pipeline).second) continue;
    stats.compile_times.push_back({graph.dispatches[i].shader->name, pipeline.compile_ms});
  }
  stats.pipelines = seen.size();
}

void Executable::Objects::CountBytes() {
  const gpu::MemoryPlan& plan = memory.plan();
  stats.arena_bytes = plan.arena_bytes;
  stats.io_bytes = plan.io_bytes;
  stats.constant_bytes = plan.constant_bytes;
  stats.shared_constant_bytes = memory.constants().shared_bytes;
  stats.upload_staging_bytes = memory.constants().staging_bytes;
  if (memory.has_staging()) stats.staging_bytes = plan.io_bytes;
  stats.takes_host_bytes = memory.takes_host_bytes();
}

Status Executable::Objects::Submit() {
  LITEVK_RETURN_IF_ERROR(device->Usable());
  if (is_submitted) return InvalidArgument("Submit: expected the run before to be waited for");
  LITEVK_RETURN_IF_ERROR(FollowSpeed());
  LITEVK_RETURN_IF_ERROR(FollowMoves());
  LITEVK_RETURN_IF_ERROR(memory.FlushInputs());
  bounds.BeginRun();
  LITEVK_RETURN_IF_ERROR(recording.Submit());
  is_submitted = true;
  return {};
}

Status Executable::Objects::Wait() {
  if (!std::exchange(is_submitted, false)) return {};
  LITEVK_RETURN_IF_ERROR(recording.Wait());
  bounds.EndRun(stats.submissions);
  return memory.InvalidateOutputs();
}

Result<FirstUse> Executable::Objects::UsePipelines() {
  LITEVK_RETURN_IF_ERROR(FollowMoves());
  Stopwatch watch;
  LITEVK_RETURN_IF_ERROR(recording.RunEmpty(first_use_limit));
  FirstUse use = {.ms = watch.LapMs()};
  for (const auto& pipeline : recording.pipelines()) {
    use.new_pipelines += pipeline->was_used.exchange(true) ? 0 : 1;
  }
  return use;
}

Executable::Executable(std::unique_ptr<Objects> objects) : objects_(std::move(objects)) {}

// Leaks the objects in a child of fork(): a thread that only the parent has may have been changing them.
Executable::~Executable() {
  if (!vk::DriverIsOurs()) static_cast<void>(objects_.release());
}

Result<std::unique_ptr<Executable>> Executable::Build(std::shared_ptr<const vk::Device> device,
                                                      gpu::Graph graph, const ExecutableOptions& options) {
  auto objects = std::make_unique<Objects>(std::move(device), std::move(graph));
  LITEVK_RETURN_IF_ERROR(objects->Build(options));
  return std::unique_ptr<Executable>(new Executable(std::move(objects)));
}

std::span<std::byte> Executable::Input(gpu::TensorId tensor) { return objects_->memory.Io(tensor); }

std::span<const std::byte> Executable::Output(gpu::TensorId tensor) const {
  const auto& copies = objects_->memory.constants().host_copies;
  const auto constant = copies.find(objects_->graph.Root(tensor));
  if (constant != copies.end()) return constant->second;
  return objects_->memory.Io(tensor);
}

Result<bool> Executable::Bind(gpu::TensorId tensor, const IoBinding& binding) {
  if (objects_->is_submitted) return InvalidArgument("Bind: expected the run before to be waited for");
  return objects_->memory.Bind(tensor, binding);
}

uint64_t Executable::BindableBytes(gpu::TensorId tensor) const {
  return objects_->memory.BindableBytes(tensor);
}

Status Executable::Submit() { return objects_->Submit(); }
Status Executable::Wait() { return objects_->Wait(); }

Status Executable::Run() {
  LITEVK_RETURN_IF_ERROR(Submit());
  return Wait();
}

Result<FirstUse> Executable::UsePipelines() { return objects_->UsePipelines(); }

Result<std::vector<DispatchTime>> Executable::ReadDispatchTimes() const {
  LITEVK_ASSIGN_OR_RETURN(const DeviceTimes read, objects_->recording.ReadTimes());
  std::vector<DispatchTime> times(read.durations.size());
  double begin_us = read.begin;
  for (size_t d = 0; d < times.size(); ++d) {
    const gpu::Dispatch& dispatch = objects_->graph.dispatches[d];
    times[d] = {.dispatch = d,
                .source_node = dispatch.source_node,
                .fused_nodes = dispatch.fused_nodes,
                .label = dispatch.label,
                .shader = dispatch.shader->name,
                .microseconds = read.durations[d],
                .begin_us = begin_us};
    begin_us += read.durations[d];
  }
  return times;
}

const ExecutableStats& Executable::stats() const { return objects_->stats; }
const vk::Device& Executable::device() const { return *objects_->device; }

}  // namespace litevk
