#include "runtime/vk/pipeline.h"

#include <string>
#include <utility>

#include "runtime/vk/check.h"
#include "runtime/vk/structs.h"

namespace litevk::vk {
namespace {

Result<Unique<VkShaderModule>> CreateModule(VkDevice device, const DeviceFunctions& fn,
                                            const gpu::ShaderInfo& shader) {
  auto info = Make<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
  info.codeSize = shader.spirv.size_bytes();
  info.pCode = shader.spirv.data();
  VkShaderModule module = VK_NULL_HANDLE;
  LITEVK_VK(fn.vkCreateShaderModule(device, &info, nullptr, &module));
  return Unique<VkShaderModule>(device, module, fn.vkDestroyShaderModule);
}

Result<Unique<VkDescriptorSetLayout>> CreateSetLayout(VkDevice device, const DeviceFunctions& fn,
                                                      const gpu::ShaderInfo& shader) {
  std::vector<VkDescriptorSetLayoutBinding> bindings(shader.bindings.size());
  for (size_t i = 0; i < bindings.size(); ++i) {
    bindings[i].binding = static_cast<uint32_t>(i);
    bindings[i].descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    bindings[i].descriptorCount = 1;
    bindings[i].stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
  }
  auto info = Make<VkDescriptorSetLayoutCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
  info.bindingCount = static_cast<uint32_t>(bindings.size());
  info.pBindings = bindings.data();
  VkDescriptorSetLayout layout = VK_NULL_HANDLE;
  LITEVK_VK(fn.vkCreateDescriptorSetLayout(device, &info, nullptr, &layout));
  return Unique<VkDescriptorSetLayout>(device, layout, fn.vkDestroyDescriptorSetLayout);
}

Result<Unique<VkPipelineLayout>> CreateLayout(VkDevice device, const DeviceFunctions& fn,
                                              const gpu::ShaderInfo& shader,
                                              VkDescriptorSetLayout set_layout) {
  const VkPushConstantRange push = {VK_SHADER_STAGE_COMPUTE_BIT, 0, shader.push_bytes};
  auto info = Make<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
  info.setLayoutCount = 1;
  info.pSetLayouts = &set_layout;
  info.pushConstantRangeCount = shader.push_bytes > 0 ? 1 : 0;
  info.pPushConstantRanges = &push;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  LITEVK_VK(fn.vkCreatePipelineLayout(device, &info, nullptr, &layout));
  return Unique<VkPipelineLayout>(device, layout, fn.vkDestroyPipelineLayout);
}

}  // namespace

Result<std::unique_ptr<PipelineCache>> PipelineCache::Create(VkDevice device, const DeviceFunctions& fn) {
  std::unique_ptr<PipelineCache> cache(new PipelineCache(device, fn));
  const auto info = Make<VkPipelineCacheCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO);
  VkPipelineCache handle = VK_NULL_HANDLE;
  LITEVK_VK(fn.vkCreatePipelineCache(device, &info, nullptr, &handle));
  cache->cache_ = Unique<VkPipelineCache>(device, handle, fn.vkDestroyPipelineCache);
  return cache;
}

Result<std::shared_ptr<const Pipeline>> PipelineCache::Get(const gpu::ShaderInfo& shader,
                                                           std::span<const uint32_t> spec,
                                                           bool capture_statistics) {
  const std::lock_guard lock(mutex_);
  Key key = {shader.spirv.data(), {spec.begin(), spec.end()}, capture_statistics};
  if (const auto found = pipelines_.find(key); found != pipelines_.end()) return found->second;
  LITEVK_ASSIGN_OR_RETURN(std::shared_ptr<const Pipeline> pipeline,
                          Compile(shader, spec, capture_statistics));
  pipelines_.emplace(std::move(key), pipeline);
  return pipeline;
}

Result<std::shared_ptr<const ShaderObjects>> PipelineCache::GetShader(const gpu::ShaderInfo& shader) {
  std::shared_ptr<const ShaderObjects>& entry = shaders_[shader.spirv.data()];
  if (entry != nullptr) return entry;
  auto objects = std::make_shared<ShaderObjects>();
  LITEVK_ASSIGN_OR_RETURN(objects->module, CreateModule(device_, functions_, shader));
  LITEVK_ASSIGN_OR_RETURN(objects->set_layout, CreateSetLayout(device_, functions_, shader));
  LITEVK_ASSIGN_OR_RETURN(objects->layout,
                          CreateLayout(device_, functions_, shader, objects->set_layout.get()));
  entry = std::move(objects);
  return entry;
}

Result<std::shared_ptr<const Pipeline>> PipelineCache::Compile(const gpu::ShaderInfo& shader,
                                                               std::span<const uint32_t> spec,
                                                               bool capture_statistics) {
  auto result = std::make_shared<Pipeline>();
  LITEVK_ASSIGN_OR_RETURN(result->shader, GetShader(shader));
  std::vector<VkSpecializationMapEntry> entries(spec.size());
  for (size_t i = 0; i < spec.size(); ++i) {
    entries[i] = {shader.spec_ids[i], static_cast<uint32_t>(i * sizeof(uint32_t)), sizeof(uint32_t)};
  }
  const VkSpecializationInfo specialization = {static_cast<uint32_t>(entries.size()), entries.data(),
                                               spec.size_bytes(), spec.data()};
  auto info = Make<VkComputePipelineCreateInfo>(VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
  if (capture_statistics) info.flags = VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = result->shader->module.get();
  info.stage.pName = "main";
  info.stage.pSpecializationInfo = &specialization;
  info.layout = result->shader->layout.get();
  VkPipeline pipeline = VK_NULL_HANDLE;
  const Status status = Check("vkCreateComputePipelines", [&] {
    return functions_.vkCreateComputePipelines(device_, cache_.get(), 1, &info, nullptr, &pipeline);
  });
  if (!status.ok()) {
    return Status(status.code(), "shader " + std::string(shader.name) + ": " + status.message());
  }
  result->pipeline = Unique<VkPipeline>(device_, pipeline, functions_.vkDestroyPipeline);
  return std::shared_ptr<const Pipeline>(std::move(result));
}

}  // namespace litevk::vk
