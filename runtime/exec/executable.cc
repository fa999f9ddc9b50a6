#include "runtime/exec/executable.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "runtime/base/stopwatch.h"
#include "runtime/exec/constants.h"
#include "runtime/exec/descriptors.h"
#include "runtime/exec/graph_check.h"
#include "runtime/exec/pipeline_file.h"
#include "runtime/exec/run_memory.h"
#include "runtime/exec/timestamps.h"
#include "runtime/graph/memory_plan.h"
#include "runtime/vk/buffer.h"
#include "runtime/vk/check.h"
#include "runtime/vk/command.h"
#include "runtime/vk/lifetime.h"

namespace litevk {
namespace {

// The longer of the two limits, of which 0 is none.
std::chrono::milliseconds FirstUseLimit(std::chrono::milliseconds of_a_run, const vk::Device& device) {
  const std::chrono::milliseconds usual = device.WaitLimit(-1);
  return of_a_run.count() == 0 || usual.count() == 0 ? usual.zero() : std::max(of_a_run, usual);
}

}  // namespace

// In order of creation; destroyed in reverse, so the command buffer, which may have to wait for the
// device, goes first.
struct Executable::Objects {
  Objects(std::shared_ptr<const vk::Device> the_device, gpu::Graph the_graph)
      : device(std::move(the_device)), graph(std::move(the_graph)) {}

  Status Build(const ExecutableOptions& options);
  Status CompilePipelines(const std::string& folder);
  void CountPipelines();
  Status CreateBuffers(bool use_staging, ConstantStore* store);
  Status FollowMoves();
  void CreateTimestamps();
  Result<bool> Bind(gpu::TensorId tensor, const IoBinding& binding);
  uint64_t BindableBytes(gpu::TensorId tensor) const;
  Status Submit();
  Status Wait();
  Status Record();
  void CmdCopy(const vk::Buffer& source, const vk::Buffer& target, const std::vector<VkBufferCopy>& copies);
  void RecordInputs();
  void CmdDispatch(VkCommandBuffer target, size_t index, const std::array<uint32_t, 3>& workgroups) const;
  Result<FirstUse> UsePipelines();
  void RecordOutputs();
  std::vector<VkBufferCopy> IoCopies(bool gpu::Tensor::*role) const;
  VkDescriptorBufferInfo Range(gpu::TensorId tensor) const;
  std::span<std::byte> Io(gpu::TensorId tensor) const;

  std::shared_ptr<const vk::Device> device;
  gpu::Graph graph;
  gpu::MemoryPlan plan;
  std::vector<bool> barrier_before;                            // by dispatch
  std::vector<std::shared_ptr<const vk::Pipeline>> pipelines;  // by dispatch
  UploadedConstants constants;
  std::shared_ptr<RunMemory> memory;
  bool has_staging = false;  // whether inputs and outputs are copied between host and device
  gpu::ByteRange inputs;     // in the memory of inputs and outputs
  gpu::ByteRange outputs;
  std::chrono::milliseconds wait_limit{0};
  std::chrono::milliseconds first_use_limit{0};
  IoBindings bindings;
  DescriptorSets descriptor_sets;
  Timestamps timestamps;
  vk::CommandBuffer commands;
  uint64_t Moves() const { return bindings.moves() + memory->moves(); }
  std::optional<uint64_t> recorded_moves;  // when the commands were recorded
  bool is_submitted = false;               // and not waited for
  ExecutableStats stats;
};

Status Executable::Objects::Build(const ExecutableOptions& options) {
  LITEVK_RETURN_IF_ERROR(device->Usable());
  LITEVK_RETURN_IF_ERROR(CheckGraph(graph, *device));
  wait_limit = device->WaitLimit(options.timeout_ms);
  first_use_limit = FirstUseLimit(wait_limit, *device);
  Stopwatch watch;
  plan = gpu::PlanMemory(graph, device->limits());
  inputs = gpu::IoRange(graph, plan, &gpu::Tensor::is_input);
  outputs = gpu::IoRange(graph, plan, &gpu::Tensor::is_output);
  barrier_before = gpu::PlanBarriers(graph, plan);
  stats.plan_ms = watch.LapMs();
  LITEVK_RETURN_IF_ERROR(CompilePipelines(options.pipeline_folder));
  stats.pipelines_ms = watch.LapMs();
  memory = options.memory != nullptr ? options.memory : std::make_shared<RunMemory>();
  const bool use_staging = options.IsStaged(*device);
  LITEVK_RETURN_IF_ERROR(CreateBuffers(use_staging, options.constants));
  stats.upload_ms = watch.LapMs();
  bindings = IoBindings(graph);
  LITEVK_ASSIGN_OR_RETURN(descriptor_sets, DescriptorSets::Create(*device, graph, pipelines));
  if (options.enable_timestamps) CreateTimestamps();
  LITEVK_RETURN_IF_ERROR(Record());

  stats.dispatches = graph.dispatches.size();
  for (const bool barrier : barrier_before) stats.barriers += barrier ? 1 : 0;
  CountPipelines();
  stats.arena_bytes = plan.arena_bytes;
  stats.io_bytes = plan.io_bytes;
  stats.constant_bytes = plan.constant_bytes;
  stats.shared_constant_bytes = constants.shared_bytes;
  stats.upload_staging_bytes = constants.staging_bytes;
  if (has_staging) stats.staging_bytes = plan.io_bytes;
  stats.zero_copy = !use_staging;
  stats.takes_host_bytes = !use_staging && device->imports_host_memory() && wait_limit.count() == 0;
  return {};
}

Status Executable::Objects::CompilePipelines(const std::string& folder) {
  std::vector<vk::PipelineRequest> requests;
  requests.reserve(graph.dispatches.size());
  for (const gpu::Dispatch& dispatch : graph.dispatches) requests.push_back({dispatch.shader, dispatch.spec});
  if (folder.empty()) {
    LITEVK_ASSIGN_OR_RETURN(pipelines, device->GetPipelines(requests));
    return {};
  }
  const PipelineFile file(folder, graph, device->info());
  const auto note = [this](const Status& status) {
    if (!status.ok()) stats.pipeline_file_note = status.message();
  };
  const Result<std::string> kept = file.Read();
  note(kept.status());
  std::string driver_data = kept.ok() ? *kept : "";
  LITEVK_ASSIGN_OR_RETURN(pipelines, device->GetPipelines(requests, &driver_data));
  if (!driver_data.empty() && (!kept.ok() || driver_data != *kept)) note(file.Write(driver_data));
  return {};
}

void Executable::Objects::CountPipelines() {
  std::set<const vk::Pipeline*> seen;
  for (size_t i = 0; i < pipelines.size(); ++i) {
    if (!seen.insert(pipelines[i].get()).second) continue;
    stats.compile_times.push_back({graph.dispatches[i].shader->name, pipelines[i]->compile_ms});
  }
  stats.pipelines = seen.size();
}

Status Executable::Objects::CreateBuffers(bool use_staging, ConstantStore* store) {
  has_staging = use_staging && plan.io_bytes > 0;
  LITEVK_RETURN_IF_ERROR(memory->arena.Reserve(*device, plan.arena_bytes));
  LITEVK_RETURN_IF_ERROR(memory->host_io.Reserve(*device, plan.io_bytes));
  if (has_staging) LITEVK_RETURN_IF_ERROR(memory->device_io.Reserve(*device, plan.io_bytes));
  LITEVK_ASSIGN_OR_RETURN(constants, UploadConstants(*device, graph, plan, store, use_staging, wait_limit));
  graph.constants.clear();
  return {};
}

// Without them the executable computes all the same.
void Executable::Objects::CreateTimestamps() {
  if (!device->features().has(vk::Feature::kTimestamps)) {
    stats.timestamps_note = device->info().name + " has no timestamps";
    return;
  }
  Result<Timestamps> created = Timestamps::Create(*device, graph.dispatches.size());
  if (created.ok()) {
    timestamps = std::move(*created);
  } else {
    stats.timestamps_note = created.status().message();
  }
}

VkDescriptorBufferInfo Executable::Objects::Range(gpu::TensorId tensor) const {
  const gpu::TensorId root = graph.Root(tensor);
  const gpu::Placement& place = plan.placements[static_cast<size_t>(tensor)];
  const uint64_t within = place.offset_bytes - plan.placements[static_cast<size_t>(root)].offset_bytes;
  if (const auto elsewhere = bindings.Find(root)) {
    return {elsewhere->buffer, elsewhere->offset + within, place.bytes};
  }
  if (place.region == gpu::Region::kConstants) {
    const ConstantPlace& constant = constants.places.at(root);
    return {constant.buffer->handle(), constant.offset_bytes + within, place.bytes};
  }
  const GrowingBuffer& io = has_staging ? memory->device_io : memory->host_io;
  const GrowingBuffer& region = place.region == gpu::Region::kArena ? memory->arena : io;
  return {region.buffer().handle(), place.offset_bytes, place.bytes};
}

Result<bool> Executable::Objects::Bind(gpu::TensorId tensor, const IoBinding& binding) {
  if (is_submitted) return InvalidArgument("Bind: expected the run before to be waited for");
  const gpu::Placement& place = plan.placements[static_cast<size_t>(tensor)];
  const bool is_host = std::holds_alternative<HostBytes>(binding);
  if (place.region != gpu::Region::kIo) {
    if (is_host) return false;
    return InvalidArgument("memory of a tensor: it is a constant, which stays in memory of its own");
  }
  const gpu::TensorId root = graph.Root(tensor);
  const bool is_refused = is_host && !stats.takes_host_bytes;
  LITEVK_RETURN_IF_ERROR(bindings.Bind(*device, root, place, is_refused ? OwnMemory() : binding));
  return bindings.Find(root).has_value();
}

uint64_t Executable::Objects::BindableBytes(gpu::TensorId tensor) const {
  const gpu::Placement& place = plan.placements[static_cast<size_t>(tensor)];
  const gpu::TensorId root = graph.Root(tensor);
  const bool is_whole =
      graph.tensors[static_cast<size_t>(tensor)].bytes == graph.tensors[static_cast<size_t>(root)].bytes;
  if (place.region != gpu::Region::kIo || !is_whole || !bindings.CanMove(root)) return 0;
  return place.bytes;
}

Status Executable::Objects::Submit() {
  LITEVK_RETURN_IF_ERROR(device->Usable());
  if (is_submitted) return InvalidArgument("Submit: expected the run before to be waited for");
  LITEVK_RETURN_IF_ERROR(FollowMoves());
  LITEVK_RETURN_IF_ERROR(memory->host_io.buffer().Flush(inputs));
  LITEVK_RETURN_IF_ERROR(commands.Submit());
  is_submitted = true;
  return {};
}

Status Executable::Objects::Wait() {
  if (!std::exchange(is_submitted, false)) return {};
  LITEVK_RETURN_IF_ERROR(commands.Wait());
  return memory->host_io.buffer().Invalidate(outputs);
}

// Records again where a tensor, or the memory that is shared with others, lies elsewhere than when it was
// done last.
Status Executable::Objects::FollowMoves() { return recorded_moves == Moves() ? Status() : Record(); }

Status Executable::Objects::Record() {
  LITEVK_RETURN_IF_ERROR(
      descriptor_sets.Write(*device, graph, [this](gpu::TensorId tensor) { return Range(tensor); }));
  LITEVK_ASSIGN_OR_RETURN(commands, vk::CommandBuffer::Create(*device, wait_limit));
  LITEVK_RETURN_IF_ERROR(commands.Begin());
  timestamps.CmdReset(*device, commands.handle());
  stats.copies = 0;
  stats.copy_bytes = 0;
  RecordInputs();
  timestamps.CmdWrite(*device, commands.handle(), 0);
  for (size_t d = 0; d < graph.dispatches.size(); ++d) {
    CmdDispatch(commands.handle(), d, graph.dispatches[d].workgroups);
    timestamps.CmdWrite(*device, commands.handle(), d + 1);
  }
  RecordOutputs();
  LITEVK_RETURN_IF_ERROR(commands.End());
  recorded_moves = Moves();
  return {};
}

void Executable::Objects::CmdCopy(const vk::Buffer& source, const vk::Buffer& target,
                                  const std::vector<VkBufferCopy>& copies) {
  device->fn().vkCmdCopyBuffer(commands.handle(), source.handle(), target.handle(),
                               static_cast<uint32_t>(copies.size()), copies.data());
  stats.copies += copies.size();
  for (const VkBufferCopy& copy : copies) stats.copy_bytes += copy.size;
}

// The run before this one, and the host after it, touched the same memory.
void Executable::Objects::RecordInputs() {
  const std::vector<VkBufferCopy> copies = IoCopies(&gpu::Tensor::is_input);
  if (!has_staging || copies.empty()) {
    vk::CmdBarrier(*device, commands.handle(), vk::kHost | vk::kCompute | vk::kTransfer, vk::kCompute);
    return;
  }
  vk::CmdBarrier(*device, commands.handle(), vk::kHost | vk::kCompute | vk::kTransfer,
                 vk::kCompute | vk::kTransfer);
  CmdCopy(memory->host_io.buffer(), memory->device_io.buffer(), copies);
  vk::CmdBarrier(*device, commands.handle(), vk::kTransfer, vk::kCompute);
}

// After the barrier that it needs.
void Executable::Objects::CmdDispatch(VkCommandBuffer target, size_t index,
                                      const std::array<uint32_t, 3>& workgroups) const {
  const gpu::Dispatch& dispatch = graph.dispatches[index];
  const vk::Pipeline& pipeline = *pipelines[index];
  const VkPipelineLayout layout = pipeline.shader->layout.get();
  const vk::DeviceFunctions& fn = device->fn();
  if (barrier_before[index]) vk::CmdBarrier(*device, target, vk::kCompute, vk::kCompute);
  if (index == 0 || pipelines[index - 1] != pipelines[index]) {
    fn.vkCmdBindPipeline(target, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.pipeline.get());
  }
  if (!dispatch.bindings.empty()) {
    fn.vkCmdBindDescriptorSets(target, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1,
                               &descriptor_sets.of(index), 0, nullptr);
  }
  if (!dispatch.push.empty()) {
    fn.vkCmdPushConstants(target, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                          static_cast<uint32_t>(dispatch.push.size()), dispatch.push.data());
  }
  fn.vkCmdDispatch(target, workgroups[0], workgroups[1], workgroups[2]);
}

Result<FirstUse> Executable::Objects::UsePipelines() {
  LITEVK_RETURN_IF_ERROR(FollowMoves());
  Stopwatch watch;
  LITEVK_ASSIGN_OR_RETURN(vk::CommandBuffer uses, vk::CommandBuffer::Create(*device, first_use_limit));
  LITEVK_RETURN_IF_ERROR(uses.Begin());
  for (size_t d = 0; d < graph.dispatches.size(); ++d) CmdDispatch(uses.handle(), d, {0, 0, 0});
  LITEVK_RETURN_IF_ERROR(uses.End());
  LITEVK_RETURN_IF_ERROR(uses.Run());
  FirstUse use = {.ms = watch.LapMs()};
  for (const auto& pipeline : pipelines) use.new_pipelines += pipeline->was_used.exchange(true) ? 0 : 1;
  return use;
}

void Executable::Objects::RecordOutputs() {
  const std::vector<VkBufferCopy> copies = IoCopies(&gpu::Tensor::is_output);
  if (!has_staging || copies.empty()) {
    vk::CmdBarrier(*device, commands.handle(), vk::kCompute, vk::kHost);
    return;
  }
  vk::CmdBarrier(*device, commands.handle(), vk::kCompute | vk::kTransfer, vk::kTransfer);
  CmdCopy(memory->device_io.buffer(), memory->host_io.buffer(), copies);
  vk::CmdBarrier(*device, commands.handle(), vk::kTransfer, vk::kHost);
}

// One copy for each input (or output) that lies there, at the same offset on both sides.
std::vector<VkBufferCopy> Executable::Objects::IoCopies(bool gpu::Tensor::*role) const {
  std::set<gpu::TensorId> seen;
  std::vector<VkBufferCopy> copies;
  for (size_t i = 0; i < graph.tensors.size(); ++i) {
    const gpu::Placement& place = plan.placements[i];
    if (!(graph.tensors[i].*role) || place.region != gpu::Region::kIo) continue;
    const gpu::TensorId root = graph.Root(static_cast<gpu::TensorId>(i));
    if (!seen.insert(root).second || bindings.Find(root)) continue;
    copies.push_back({place.offset_bytes, place.offset_bytes, place.bytes});
  }
  return copies;
}

std::span<std::byte> Executable::Objects::Io(gpu::TensorId tensor) const {
  const gpu::Placement& place = plan.placements[static_cast<size_t>(tensor)];
  assert(place.region == gpu::Region::kIo);
  return memory->host_io.buffer().mapped().subspan(place.offset_bytes,
                                                   graph.tensors[static_cast<size_t>(tensor)].bytes);
}

Executable::Executable(std::unique_ptr<Objects> objects) : objects_(std::move(objects)) {}

// In a child of fork() another thread of the parent, which the child does not have, may have been in the
// middle of a change.
Executable::~Executable() {
  if (!vk::DriverIsOurs()) static_cast<void>(objects_.release());
}

Result<std::unique_ptr<Executable>> Executable::Build(std::shared_ptr<const vk::Device> device,
                                                      gpu::Graph graph, const ExecutableOptions& options) {
  auto objects = std::make_unique<Objects>(std::move(device), std::move(graph));
  LITEVK_RETURN_IF_ERROR(objects->Build(options));
  return std::unique_ptr<Executable>(new Executable(std::move(objects)));
}

std::span<std::byte> Executable::Input(gpu::TensorId tensor) { return objects_->Io(tensor); }

std::span<const std::byte> Executable::Output(gpu::TensorId tensor) const {
  const auto& copies = objects_->constants.host_copies;
  const auto constant = copies.find(objects_->graph.Root(tensor));
  if (constant != copies.end()) return constant->second;
  return objects_->Io(tensor);
}

Result<bool> Executable::Bind(gpu::TensorId tensor, const IoBinding& binding) {
  return objects_->Bind(tensor, binding);
}

uint64_t Executable::BindableBytes(gpu::TensorId tensor) const { return objects_->BindableBytes(tensor); }

Status Executable::Submit() { return objects_->Submit(); }
Status Executable::Wait() { return objects_->Wait(); }

Status Executable::Run() {
  LITEVK_RETURN_IF_ERROR(Submit());
  return Wait();
}

Result<FirstUse> Executable::UsePipelines() { return objects_->UsePipelines(); }

Result<std::vector<DispatchTime>> Executable::ReadDispatchTimes() const {
  LITEVK_ASSIGN_OR_RETURN(const DeviceTimes read, objects_->timestamps.Read(*objects_->device));
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
