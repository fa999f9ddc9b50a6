#include "runtime/exec/descriptors.h"

#include "runtime/vk/instance/check.h"
#include "runtime/vk/instance/structs.h"

namespace litevk {
namespace {

size_t CountBindings(const gpu::Graph& graph) {
  size_t count = 0;
  for (const gpu::Dispatch& dispatch : graph.dispatches) count += dispatch.bindings.size();
  return count;
}

Result<vk::Unique<VkDescriptorPool>> CreatePool(const vk::Device& device, const gpu::Graph& graph) {
  std::map<VkDescriptorType, uint32_t> counts;
  for (const gpu::Dispatch& dispatch : graph.dispatches) {
    for (const gpu::BindingInfo& binding : dispatch.shader->bindings) {
      ++counts[vk::DescriptorType(binding.kind)];
    }
  }
  std::vector<VkDescriptorPoolSize> sizes;
  sizes.reserve(counts.size());
  for (const auto& [type, count] : counts) sizes.push_back({type, count});
  auto info = vk::Make<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
  info.maxSets = static_cast<uint32_t>(graph.dispatches.size());
  info.poolSizeCount = static_cast<uint32_t>(sizes.size());
  info.pPoolSizes = sizes.data();
  VkDescriptorPool pool = VK_NULL_HANDLE;
  LITEVK_VK(device.fn().vkCreateDescriptorPool(device.handle(), &info, nullptr, &pool));
  return vk::Unique<VkDescriptorPool>(device.handle(), pool, device.fn().vkDestroyDescriptorPool);
}

}  // namespace

Result<DescriptorSets> DescriptorSets::Create(
    const vk::Device& device, const gpu::Graph& graph,
    std::span<const std::shared_ptr<const vk::Pipeline>> pipelines) {
  DescriptorSets result;
  if (CountBindings(graph) == 0) return result;
  LITEVK_ASSIGN_OR_RETURN(result.pool_, CreatePool(device, graph));
  std::vector<VkDescriptorSetLayout> layouts;
  layouts.reserve(pipelines.size());
  for (const auto& pipeline : pipelines) layouts.push_back(pipeline->shader->set_layout.get());
  auto info = vk::Make<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
  info.descriptorPool = result.pool_.get();
  info.descriptorSetCount = static_cast<uint32_t>(layouts.size());
  info.pSetLayouts = layouts.data();
  result.sets_.resize(layouts.size());
  LITEVK_VK(device.fn().vkAllocateDescriptorSets(device.handle(), &info, result.sets_.data()));
  return result;
}

Status DescriptorSets::Write(const vk::Device& device, const gpu::Graph& graph, const RangeOf& range_of) {
  views_.clear();
  const size_t binding_count = CountBindings(graph);
  std::vector<VkDescriptorBufferInfo> ranges(binding_count);
  std::vector<VkBufferView> texels(binding_count);
  std::vector<VkWriteDescriptorSet> writes;
  for (size_t d = 0; d < graph.dispatches.size(); ++d) {
    const gpu::Dispatch& dispatch = graph.dispatches[d];
    for (size_t b = 0; b < dispatch.bindings.size(); ++b) {
      const gpu::BindingKind kind = dispatch.shader->bindings[b].kind;
      const size_t index = writes.size();
      ranges[index] = range_of(dispatch.bindings[b]);
      auto write = vk::Make<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
      write.dstSet = sets_[d];
      write.dstBinding = static_cast<uint32_t>(b);
      write.descriptorCount = 1;
      write.descriptorType = vk::DescriptorType(kind);
      if (kind == gpu::BindingKind::kStorage) {
        write.pBufferInfo = &ranges[index];
      } else {
        LITEVK_ASSIGN_OR_RETURN(texels[index], View(device, kind, ranges[index]));
        write.pTexelBufferView = &texels[index];
      }
      writes.push_back(write);
    }
  }
  device.fn().vkUpdateDescriptorSets(device.handle(), static_cast<uint32_t>(writes.size()), writes.data(), 0,
                                     nullptr);
  return {};
}

namespace {

VkFormat FormatOf(gpu::BindingKind kind) {
  switch (kind) {
    case gpu::BindingKind::kTexels1:
      return VK_FORMAT_R32_SFLOAT;
    case gpu::BindingKind::kWordTexels4:
      return VK_FORMAT_R32G32B32A32_UINT;
    case gpu::BindingKind::kWordTexels1:
      return VK_FORMAT_R32_UINT;
    default:
      return VK_FORMAT_R32G32B32A32_SFLOAT;
  }
}

}  // namespace

// Returns a tensor's range as a texel buffer view, made at the first request.
Result<VkBufferView> DescriptorSets::View(const vk::Device& device, gpu::BindingKind kind,
                                          const VkDescriptorBufferInfo& range) {
  vk::Unique<VkBufferView>& entry = views_[{range.buffer, range.offset, range.range, kind}];
  if (entry) return entry.get();
  auto info = vk::Make<VkBufferViewCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO);
  info.buffer = range.buffer;
  info.format = FormatOf(kind);
  info.offset = range.offset;
  info.range = range.range;
  VkBufferView view = VK_NULL_HANDLE;
  LITEVK_VK(device.fn().vkCreateBufferView(device.handle(), &info, nullptr, &view));
  entry = {device.handle(), view, device.fn().vkDestroyBufferView};
  return view;
}

}  // namespace litevk
