// Compute pipelines, each compiled once per device.
#pragma once

#include <vulkan/vulkan.h>

#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <tuple>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/vk/handle.h"
#include "runtime/vk/symbols.h"

namespace litevk::vk {

// What the specializations of one shader have in common.
struct ShaderObjects {
  Unique<VkShaderModule> module;
  Unique<VkDescriptorSetLayout> set_layout;  // storage buffers only
  Unique<VkPipelineLayout> layout;
};

struct Pipeline {
  std::shared_ptr<const ShaderObjects> shader;
  Unique<VkPipeline> pipeline;
};

// Keeps every pipeline until the device goes: a model that is prepared again compiles nothing.
// Safe from any thread. The ShaderInfo (and its SPIR-V) must outlive the cache; generated ones do.
class PipelineCache {
 public:
  static Result<std::unique_ptr<PipelineCache>> Create(VkDevice device, const DeviceFunctions& functions);

  Result<std::shared_ptr<const Pipeline>> Get(const gpu::ShaderInfo& shader, std::span<const uint32_t> spec,
                                              bool capture_statistics);

 private:
  using Key = std::tuple<const uint32_t*, std::vector<uint32_t>, bool>;  // SPIR-V, spec, statistics

  PipelineCache(VkDevice device, const DeviceFunctions& functions) : device_(device), functions_(functions) {}
  Result<std::shared_ptr<const ShaderObjects>> GetShader(const gpu::ShaderInfo& shader);
  Result<std::shared_ptr<const Pipeline>> Compile(const gpu::ShaderInfo& shader,
                                                  std::span<const uint32_t> spec, bool capture_statistics);

  VkDevice device_;
  const DeviceFunctions& functions_;
  std::mutex mutex_;
  Unique<VkPipelineCache> cache_;
  std::map<const uint32_t*, std::shared_ptr<const ShaderObjects>> shaders_;  // by SPIR-V
  std::map<Key, std::shared_ptr<const Pipeline>> pipelines_;
};

}  // namespace litevk::vk
