#include "runtime/exec/executable.h"

#include <cassert>
#include <set>
#include <string>
#include <utility>

#include "runtime/exec/constants.h"
#include "runtime/exec/graph_check.h"
#include "runtime/exec/timestamps.h"
#include "runtime/graph/memory_plan.h"
#include "runtime/vk/buffer.h"
#include "runtime/vk/check.h"
#include "runtime/vk/command.h"
#include "runtime/vk/structs.h"

namespace litevk {

// In order of creation; destroyed in reverse, so the command buffer, which may have to wait for the
// device, goes first.
struct Executable::Objects {
  Objects(std::shared_ptr<const vk::Device> the_device, gpu::Graph the_graph)
      : device(std::move(the_device)), graph(std::move(the_graph)) {}

  Status Build(const ExecutableOptions& options);
  Status CompilePipelines();
  Status CreateBuffers(bool use_staging);
  Status CreateDescriptorSets();
  Status AllocateDescriptorSets(uint32_t binding_count);
  Status Record();
  void RecordInputs();
  void RecordDispatch(size_t index);
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
  vk::Buffer arena;
  vk::Buffer io;
  vk::Buffer io_staging;  // empty when `io` is mapped itself
  vk::Unique<VkDescriptorPool> descriptor_pool;
  std::vector<VkDescriptorSet> descriptor_sets;  // by dispatch
  Timestamps timestamps;
  vk::CommandBuffer commands;
  ExecutableStats stats;
};

Status Executable::Objects::Build(const ExecutableOptions& options) {
  LITEVK_RETURN_IF_ERROR(CheckGraph(graph, device->limits()));
  plan = gpu::PlanMemory(graph, device->limits());
  barrier_before = gpu::PlanBarriers(graph, plan);
  LITEVK_RETURN_IF_ERROR(CompilePipelines());
  const bool use_staging = options.disable_zero_copy || !device->unified_memory();
  LITEVK_RETURN_IF_ERROR(CreateBuffers(use_staging));
  LITEVK_RETURN_IF_ERROR(CreateDescriptorSets());
  if (options.enable_timestamps && device->features().has(vk::Feature::kTimestamps)) {
    LITEVK_ASSIGN_OR_RETURN(timestamps, Timestamps::Create(*device, graph.dispatches.size()));
  }
  LITEVK_RETURN_IF_ERROR(Record());

  stats.dispatches = graph.dispatches.size();
  for (const bool barrier : barrier_before) stats.barriers += barrier ? 1 : 0;
  stats.pipelines = std::set(pipelines.begin(), pipelines.end()).size();
  stats.arena_bytes = plan.arena_bytes;
  stats.io_bytes = plan.io_bytes;
  stats.constant_bytes = plan.constant_bytes;
  stats.zero_copy = !use_staging;
  return {};
}

Status Executable::Objects::CompilePipelines() {
  for (const gpu::Dispatch& dispatch : graph.dispatches) {
    LITEVK_ASSIGN_OR_RETURN(auto pipeline, device->GetPipeline(*dispatch.shader, dispatch.spec));
    pipelines.push_back(std::move(pipeline));
  }
  return {};
}

Status Executable::Objects::CreateBuffers(bool use_staging) {
  if (plan.arena_bytes > 0) {
    LITEVK_ASSIGN_OR_RETURN(arena,
                            vk::Buffer::Create(*device, plan.arena_bytes, vk::MemoryUse::kDevice, "arena"));
  }
  if (plan.io_bytes > 0) {
    const vk::MemoryUse use = use_staging ? vk::MemoryUse::kDevice : vk::MemoryUse::kHostReads;
    LITEVK_ASSIGN_OR_RETURN(io, vk::Buffer::Create(*device, plan.io_bytes, use, "inputs and outputs"));
  }
  if (plan.io_bytes > 0 && use_staging) {
    LITEVK_ASSIGN_OR_RETURN(io_staging, vk::Buffer::Create(*device, plan.io_bytes, vk::MemoryUse::kHostReads,
                                                           "input and output staging"));
  }
  LITEVK_ASSIGN_OR_RETURN(constants, UploadConstants(*device, graph, plan, use_staging));
  graph.constants.clear();
  return {};
}

Status Executable::Objects::CreateDescriptorSets() {
  size_t binding_count = 0;
  for (const gpu::Dispatch& dispatch : graph.dispatches) binding_count += dispatch.bindings.size();
  if (binding_count == 0) return {};
  LITEVK_RETURN_IF_ERROR(AllocateDescriptorSets(static_cast<uint32_t>(binding_count)));

  std::vector<VkDescriptorBufferInfo> ranges;
  ranges.reserve(binding_count);
  std::vector<VkWriteDescriptorSet> writes;
  for (size_t d = 0; d < graph.dispatches.size(); ++d) {
    for (size_t b = 0; b < graph.dispatches[d].bindings.size(); ++b) {
      ranges.push_back(Range(graph.dispatches[d].bindings[b]));
      auto write = vk::Make<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
      write.dstSet = descriptor_sets[d];
      write.dstBinding = static_cast<uint32_t>(b);
      write.descriptorCount = 1;
      write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
      write.pBufferInfo = &ranges.back();
      writes.push_back(write);
    }
  }
  device->fn().vkUpdateDescriptorSets(device->handle(), static_cast<uint32_t>(writes.size()), writes.data(),
                                      0, nullptr);
  return {};
}

Status Executable::Objects::AllocateDescriptorSets(uint32_t binding_count) {
  const auto set_count = static_cast<uint32_t>(graph.dispatches.size());
  const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, binding_count};
  auto pool_info = vk::Make<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
  pool_info.maxSets = set_count;
  pool_info.poolSizeCount = 1;
  pool_info.pPoolSizes = &size;
  VkDescriptorPool pool = VK_NULL_HANDLE;
  LITEVK_VK(device->fn().vkCreateDescriptorPool(device->handle(), &pool_info, nullptr, &pool));
  descriptor_pool = {device->handle(), pool, device->fn().vkDestroyDescriptorPool};

  std::vector<VkDescriptorSetLayout> layouts;
  for (const auto& pipeline : pipelines) layouts.push_back(pipeline->shader->set_layout.get());
  auto info = vk::Make<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
  info.descriptorPool = pool;
  info.descriptorSetCount = set_count;
  info.pSetLayouts = layouts.data();
  descriptor_sets.resize(set_count);
  LITEVK_VK(device->fn().vkAllocateDescriptorSets(device->handle(), &info, descriptor_sets.data()));
  return {};
}

VkDescriptorBufferInfo Executable::Objects::Range(gpu::TensorId tensor) const {
  const gpu::Placement& place = plan.placements[static_cast<size_t>(tensor)];
  const vk::Buffer& buffer = place.region == gpu::Region::kArena ? arena
                             : place.region == gpu::Region::kIo  ? io
                                                                 : constants.buffer;
  return {buffer.handle(), place.offset_bytes, place.bytes};
}

Status Executable::Objects::Record() {
  LITEVK_ASSIGN_OR_RETURN(commands, vk::CommandBuffer::Create(*device));
  LITEVK_RETURN_IF_ERROR(commands.Begin());
  timestamps.CmdReset(*device, commands.handle());
  RecordInputs();
  timestamps.CmdWrite(*device, commands.handle(), 0);
  for (size_t d = 0; d < graph.dispatches.size(); ++d) {
    RecordDispatch(d);
    timestamps.CmdWrite(*device, commands.handle(), d + 1);
  }
  RecordOutputs();
  return commands.End();
}

// The run before this one, and the host after it, touched the same memory.
void Executable::Objects::RecordInputs() {
  const std::vector<VkBufferCopy> copies = IoCopies(&gpu::Tensor::is_input);
  if (!io_staging || copies.empty()) {
    vk::CmdBarrier(*device, commands.handle(), vk::kHost | vk::kCompute | vk::kTransfer, vk::kCompute);
    return;
  }
  vk::CmdBarrier(*device, commands.handle(), vk::kHost | vk::kCompute | vk::kTransfer,
                 vk::kCompute | vk::kTransfer);
  device->fn().vkCmdCopyBuffer(commands.handle(), io_staging.handle(), io.handle(),
                               static_cast<uint32_t>(copies.size()), copies.data());
  vk::CmdBarrier(*device, commands.handle(), vk::kTransfer, vk::kCompute);
}

void Executable::Objects::RecordDispatch(size_t index) {
  const gpu::Dispatch& dispatch = graph.dispatches[index];
  const vk::Pipeline& pipeline = *pipelines[index];
  const VkPipelineLayout layout = pipeline.shader->layout.get();
  const vk::DeviceFunctions& fn = device->fn();
  if (barrier_before[index]) vk::CmdBarrier(*device, commands.handle(), vk::kCompute, vk::kCompute);
  if (index == 0 || pipelines[index - 1] != pipelines[index]) {
    fn.vkCmdBindPipeline(commands.handle(), VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.pipeline.get());
  }
  if (!dispatch.bindings.empty()) {
    fn.vkCmdBindDescriptorSets(commands.handle(), VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1,
                               &descriptor_sets[index], 0, nullptr);
  }
  if (!dispatch.push.empty()) {
    fn.vkCmdPushConstants(commands.handle(), layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                          static_cast<uint32_t>(dispatch.push.size()), dispatch.push.data());
  }
  fn.vkCmdDispatch(commands.handle(), dispatch.workgroups[0], dispatch.workgroups[1], dispatch.workgroups[2]);
}

void Executable::Objects::RecordOutputs() {
  const std::vector<VkBufferCopy> copies = IoCopies(&gpu::Tensor::is_output);
  if (!io_staging || copies.empty()) {
    vk::CmdBarrier(*device, commands.handle(), vk::kCompute, vk::kHost);
    return;
  }
  vk::CmdBarrier(*device, commands.handle(), vk::kCompute | vk::kTransfer, vk::kTransfer);
  device->fn().vkCmdCopyBuffer(commands.handle(), io.handle(), io_staging.handle(),
                               static_cast<uint32_t>(copies.size()), copies.data());
  vk::CmdBarrier(*device, commands.handle(), vk::kTransfer, vk::kHost);
}

// One copy for each input (or output) memory, at the same offset in `io` and `io_staging`.
std::vector<VkBufferCopy> Executable::Objects::IoCopies(bool gpu::Tensor::*role) const {
  std::set<gpu::TensorId> seen;
  std::vector<VkBufferCopy> copies;
  for (size_t i = 0; i < graph.tensors.size(); ++i) {
    const gpu::Placement& place = plan.placements[i];
    if (!(graph.tensors[i].*role) || place.region != gpu::Region::kIo) continue;
    if (!seen.insert(graph.Root(static_cast<gpu::TensorId>(i))).second) continue;
    copies.push_back({place.offset_bytes, place.offset_bytes, place.bytes});
  }
  return copies;
}

std::span<std::byte> Executable::Objects::Io(gpu::TensorId tensor) const {
  const gpu::Placement& place = plan.placements[static_cast<size_t>(tensor)];
  assert(place.region == gpu::Region::kIo);
  const vk::Buffer& mapped = io_staging ? io_staging : io;
  return mapped.mapped().subspan(place.offset_bytes, graph.tensors[static_cast<size_t>(tensor)].bytes);
}

Executable::Executable(std::unique_ptr<Objects> objects) : objects_(std::move(objects)) {}

Executable::~Executable() = default;

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

Status Executable::Run() {
  const vk::Buffer& mapped = objects_->io_staging ? objects_->io_staging : objects_->io;
  LITEVK_RETURN_IF_ERROR(mapped.Flush());
  LITEVK_RETURN_IF_ERROR(objects_->commands.Run());
  return mapped.Invalidate();
}

Result<std::vector<DispatchTime>> Executable::ReadDispatchTimes() const {
  LITEVK_ASSIGN_OR_RETURN(const std::vector<double> durations, objects_->timestamps.Read(*objects_->device));
  std::vector<DispatchTime> times(durations.size());
  for (size_t d = 0; d < times.size(); ++d) {
    const gpu::Dispatch& dispatch = objects_->graph.dispatches[d];
    times[d] = {d, dispatch.source_node, dispatch.label, dispatch.shader->name, durations[d]};
  }
  return times;
}

const ExecutableStats& Executable::stats() const { return objects_->stats; }
const vk::Device& Executable::device() const { return *objects_->device; }

}  // namespace litevk
