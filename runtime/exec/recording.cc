#include "runtime/exec/recording.h"

#include <map>
#include <utility>

namespace litevk {

Status Recording::Create(Pipelines pipelines, std::vector<bool> barrier_before, gpu::SubmissionPlan plan) {
  SetSubmissions(std::move(pipelines), std::move(plan));
  barrier_before_ = std::move(barrier_before);
  LITEVK_ASSIGN_OR_RETURN(descriptor_sets_, DescriptorSets::Create(device_, graph_, pipelines_));
  return {};
}

void Recording::SetSubmissions(Pipelines pipelines, gpu::SubmissionPlan plan) {
  pipelines_ = std::move(pipelines);
  plan_ = std::move(plan);
  recorded_moves_.reset();
}

std::string Recording::AddTimestamps() {
  if (!device_.features().has(vk::Feature::kTimestamps)) return device_.info().name + " has no timestamps";
  Result<Timestamps> created = Timestamps::Create(device_, graph_.dispatches.size());
  if (!created.ok()) return created.status().message();
  timestamps_ = std::move(*created);
  return "";
}

Status Recording::Follow(std::chrono::milliseconds wait_limit) {
  return recorded_moves_ == memory_.Moves() ? Status() : Record(wait_limit);
}

Status Recording::Record(std::chrono::milliseconds wait_limit) {
  LITEVK_RETURN_IF_ERROR(descriptor_sets_.Write(
      device_, graph_, [this](gpu::TensorId tensor) { return memory_.Range(tensor); }));
  const size_t submissions = plan_.submissions.size();
  LITEVK_ASSIGN_OR_RETURN(commands_, vk::CommandBuffer::Create(device_, wait_limit, submissions));
  copies_ = {};
  for (size_t i = 0; i < submissions; ++i) {
    LITEVK_RETURN_IF_ERROR(commands_.Begin(i));
    if (i == 0) {
      timestamps_.CmdReset(device_, first());
      RecordInputs();
      timestamps_.CmdWrite(device_, first(), 0);
    }
    RecordSubmission(i);
    if (i + 1 == submissions) RecordOutputs();
    LITEVK_RETURN_IF_ERROR(commands_.End(i));
  }
  recorded_moves_ = memory_.Moves();
  return {};
}

// Barriers order the commands of every earlier submission too: all are on one queue. State, such as the bound
// pipeline, belongs to a command buffer.
void Recording::RecordSubmission(size_t index) {
  const VkCommandBuffer target = commands_.handle(index);
  std::optional<size_t> bound;
  for (const gpu::Piece& piece : plan_.submissions[index]) {
    const size_t d = piece.dispatch;
    if (piece.begins() && barrier_before_[d]) vk::CmdBarrier(device_, target, vk::kCompute, vk::kCompute);
    if (bound != d) CmdBind(target, d, bound && pipelines_[*bound] == pipelines_[d]);
    bound = d;
    CmdDispatch(target, piece);
    if (piece.EndsAt(graph_.dispatches[d].workgroups)) timestamps_.CmdWrite(device_, target, d + 1);
  }
}

// The previous run, and the host after it, accessed the same memory.
void Recording::RecordInputs() {
  const std::vector<gpu::ByteRange> copies = memory_.IoCopies(&gpu::Tensor::is_input);
  if (!memory_.has_staging() || copies.empty()) {
    vk::CmdBarrier(device_, first(), vk::kHost | vk::kCompute | vk::kTransfer, vk::kCompute);
    return;
  }
  vk::CmdBarrier(device_, first(), vk::kHost | vk::kCompute | vk::kTransfer, vk::kCompute | vk::kTransfer);
  CmdCopy(first(), memory_.host_io(), memory_.device_io(), copies);
  vk::CmdBarrier(device_, first(), vk::kTransfer, vk::kCompute);
}

void Recording::RecordOutputs() {
  const std::vector<gpu::ByteRange> copies = memory_.IoCopies(&gpu::Tensor::is_output);
  if (!memory_.has_staging() || copies.empty()) {
    vk::CmdBarrier(device_, last(), vk::kCompute, vk::kHost);
    return;
  }
  vk::CmdBarrier(device_, last(), vk::kCompute | vk::kTransfer, vk::kTransfer);
  CmdCopy(last(), memory_.device_io(), memory_.host_io(), copies);
  vk::CmdBarrier(device_, last(), vk::kTransfer, vk::kHost);
}

// Copies ranges that have the same offsets in source and target.
void Recording::CmdCopy(VkCommandBuffer commands, const BlockBuffers& source, const BlockBuffers& target,
                        const std::vector<gpu::ByteRange>& ranges) {
  std::map<std::pair<VkBuffer, VkBuffer>, std::vector<VkBufferCopy>> copies;
  for (const gpu::ByteRange& range : ranges) {
    const BufferSlice from = source.At(range.offset_bytes);
    const BufferSlice to = target.At(range.offset_bytes);
    copies[{from.buffer->handle(), to.buffer->handle()}].push_back(
        {from.offset_bytes, to.offset_bytes, range.bytes});
    copies_.bytes += range.bytes;
  }
  for (const auto& [buffers, of_both] : copies) {
    device_.fn().vkCmdCopyBuffer(commands, buffers.first, buffers.second,
                                 static_cast<uint32_t>(of_both.size()), of_both.data());
  }
  copies_.count += ranges.size();
}

// Binds what a dispatch needs, but for its pipeline if that is bound.
void Recording::CmdBind(VkCommandBuffer target, size_t index, bool has_pipeline) const {
  const gpu::Dispatch& dispatch = graph_.dispatches[index];
  const vk::Pipeline& pipeline = *pipelines_[index];
  const VkPipelineLayout layout = pipeline.shader->layout.get();
  const vk::DeviceFunctions& fn = device_.fn();
  if (!has_pipeline) {
    fn.vkCmdBindPipeline(target, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.pipeline.get());
  }
  if (!dispatch.bindings.empty()) {
    fn.vkCmdBindDescriptorSets(target, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1,
                               &descriptor_sets_.of(index), 0, nullptr);
  }
  if (!dispatch.push.empty()) {
    fn.vkCmdPushConstants(target, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                          static_cast<uint32_t>(dispatch.push.size()), dispatch.push.data());
  }
}

void Recording::CmdDispatch(VkCommandBuffer target, const gpu::Piece& piece) const {
  const auto& [x, y, z] = piece.base;
  const auto& [count_x, count_y, count_z] = piece.workgroups;
  if (piece.is_part) return device_.fn().vkCmdDispatchBase(target, x, y, z, count_x, count_y, count_z);
  device_.fn().vkCmdDispatch(target, count_x, count_y, count_z);
}

Status Recording::RunEmpty(std::chrono::milliseconds wait_limit) {
  LITEVK_ASSIGN_OR_RETURN(vk::CommandBuffer uses, vk::CommandBuffer::Create(device_, wait_limit));
  LITEVK_RETURN_IF_ERROR(uses.Begin());
  for (size_t d = 0; d < graph_.dispatches.size(); ++d) {
    if (barrier_before_[d]) vk::CmdBarrier(device_, uses.handle(), vk::kCompute, vk::kCompute);
    CmdBind(uses.handle(), d, d > 0 && pipelines_[d - 1] == pipelines_[d]);
    CmdDispatch(uses.handle(), {.dispatch = d, .workgroups = {0, 0, 0}});
  }
  LITEVK_RETURN_IF_ERROR(uses.End());
  return uses.Run();
}

}  // namespace litevk
