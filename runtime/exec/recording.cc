#include "runtime/exec/recording.h"

#include <map>
#include <utility>

namespace litevk {

Status Recording::Create(std::vector<std::shared_ptr<const vk::Pipeline>> pipelines,
                         std::vector<bool> barrier_before) {
  pipelines_ = std::move(pipelines);
  barrier_before_ = std::move(barrier_before);
  LITEVK_ASSIGN_OR_RETURN(descriptor_sets_, DescriptorSets::Create(device_, graph_, pipelines_));
  return {};
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
  LITEVK_ASSIGN_OR_RETURN(commands_, vk::CommandBuffer::Create(device_, wait_limit));
  LITEVK_RETURN_IF_ERROR(commands_.Begin());
  timestamps_.CmdReset(device_, commands_.handle());
  copies_ = {};
  RecordInputs();
  timestamps_.CmdWrite(device_, commands_.handle(), 0);
  for (size_t d = 0; d < graph_.dispatches.size(); ++d) {
    CmdDispatch(commands_.handle(), d, graph_.dispatches[d].workgroups);
    timestamps_.CmdWrite(device_, commands_.handle(), d + 1);
  }
  RecordOutputs();
  LITEVK_RETURN_IF_ERROR(commands_.End());
  recorded_moves_ = memory_.Moves();
  return {};
}

// The previous run, and the host after it, accessed the same memory.
void Recording::RecordInputs() {
  const std::vector<gpu::ByteRange> copies = memory_.IoCopies(&gpu::Tensor::is_input);
  if (!memory_.has_staging() || copies.empty()) {
    vk::CmdBarrier(device_, commands_.handle(), vk::kHost | vk::kCompute | vk::kTransfer, vk::kCompute);
    return;
  }
  vk::CmdBarrier(device_, commands_.handle(), vk::kHost | vk::kCompute | vk::kTransfer,
                 vk::kCompute | vk::kTransfer);
  CmdCopy(memory_.host_io(), memory_.device_io(), copies);
  vk::CmdBarrier(device_, commands_.handle(), vk::kTransfer, vk::kCompute);
}

void Recording::RecordOutputs() {
  const std::vector<gpu::ByteRange> copies = memory_.IoCopies(&gpu::Tensor::is_output);
  if (!memory_.has_staging() || copies.empty()) {
    vk::CmdBarrier(device_, commands_.handle(), vk::kCompute, vk::kHost);
    return;
  }
  vk::CmdBarrier(device_, commands_.handle(), vk::kCompute | vk::kTransfer, vk::kTransfer);
  CmdCopy(memory_.device_io(), memory_.host_io(), copies);
  vk::CmdBarrier(device_, commands_.handle(), vk::kTransfer, vk::kHost);
}

// Copies ranges that have the same offsets in source and target.
void Recording::CmdCopy(const BlockBuffers& source, const BlockBuffers& target,
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
    device_.fn().vkCmdCopyBuffer(commands_.handle(), buffers.first, buffers.second,
                                 static_cast<uint32_t>(of_both.size()), of_both.data());
  }
  copies_.count += ranges.size();
}

// Records a dispatch, after a barrier if it needs one.
void Recording::CmdDispatch(VkCommandBuffer target, size_t index,
                            const std::array<uint32_t, 3>& workgroups) const {
  const gpu::Dispatch& dispatch = graph_.dispatches[index];
  const vk::Pipeline& pipeline = *pipelines_[index];
  const VkPipelineLayout layout = pipeline.shader->layout.get();
  const vk::DeviceFunctions& fn = device_.fn();
  if (barrier_before_[index]) vk::CmdBarrier(device_, target, vk::kCompute, vk::kCompute);
  if (index == 0 || pipelines_[index - 1] != pipelines_[index]) {
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
  fn.vkCmdDispatch(target, workgroups[0], workgroups[1], workgroups[2]);
}

Status Recording::RunEmpty(std::chrono::milliseconds wait_limit) {
  LITEVK_ASSIGN_OR_RETURN(vk::CommandBuffer uses, vk::CommandBuffer::Create(device_, wait_limit));
  LITEVK_RETURN_IF_ERROR(uses.Begin());
  for (size_t d = 0; d < graph_.dispatches.size(); ++d) CmdDispatch(uses.handle(), d, {0, 0, 0});
  LITEVK_RETURN_IF_ERROR(uses.End());
  return uses.Run();
}

}  // namespace litevk
