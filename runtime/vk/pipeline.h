// Compute pipelines, each compiled once per device.
#pragma once

#include <vulkan/vulkan.h>

#include <atomic>
#include <compare>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/vk/instance/handle.h"
#include "runtime/vk/instance/symbols.h"

namespace litevk::vk {

// The objects that all specializations of one shader share.
struct ShaderObjects {
  Unique<VkDescriptorSetLayout> set_layout;
  Unique<VkPipelineLayout> layout;
};

// A copy of the properties of a shader that matter to Vulkan. Equal modules are one shader, wherever their
// memory is. Another module in a freed one's memory is another shader. The specialization is excluded, which
// tells the pipelines of a shader apart.
struct ShaderContent {
  explicit ShaderContent(const gpu::ShaderInfo& shader);
  auto operator<=>(const ShaderContent&) const = default;

  std::vector<std::byte> module;
  std::string entry_point;
  std::vector<gpu::BindingKind> bindings;
  uint32_t push_bytes = 0;
};

VkDescriptorType DescriptorType(gpu::BindingKind kind);

using DriverCache = Unique<VkPipelineCache>;

struct Pipeline {
  std::shared_ptr<const ShaderObjects> shader;
  Unique<VkPipeline> pipeline;
  std::shared_ptr<const DriverCache> cache;  // driver cache of the compilation; null with statistics
  double compile_ms = 0;                     // time that the driver took, with or without its own caches
  // True if a submission with the pipeline has ended. Any thread may set it.
  mutable std::atomic<bool> was_used = false;
};

// A shader and the words of its Spec struct.
struct PipelineRequest {
  const gpu::ShaderInfo* shader = nullptr;
  std::span<const uint32_t> spec;
  bool has_base = false;  // dispatches may start at another workgroup than the first (vkCmdDispatchBase)
};

// Keeps every pipeline until the device is destroyed: a model that is prepared again compiles nothing. Safe
// from any thread. Shaders are compared by content and may be freed between calls.
class PipelineCache {
 public:
  PipelineCache(VkDevice device, const DeviceFunctions& functions) : device_(device), functions_(functions) {}

  // Returns one pipeline per request, in order. Missing ones are compiled by several threads at once. The
  // driver first searches its own cache, and `driver_data`, which another process got from it.
  //
  // The driver's data of all these pipelines, whoever compiled them, replaces `driver_data` if that was empty
  // or something was compiled. Null: neither is done.
  Result<std::vector<std::shared_ptr<const Pipeline>>> Get(std::span<const PipelineRequest> requests,
                                                           std::string* driver_data);

  // Compiles another pipeline, with the statistics that pipeline_statistics.h reads.
  Result<std::shared_ptr<const Pipeline>> GetWithStatistics(const PipelineRequest& request);

 private:
  // The shader, the words of its Spec struct, and flags.
  using Key = std::tuple<std::shared_ptr<const ShaderObjects>, std::vector<uint32_t>, VkPipelineCreateFlags>;

  struct Job;
  Result<Key> KeyOf(const PipelineRequest& request, VkPipelineCreateFlags flags);
  Result<std::vector<Key>> KeysOf(std::span<const PipelineRequest> requests);
  std::vector<Job> MissingJobs(std::span<const PipelineRequest> requests, std::span<const Key> keys) const;
  Status Run(std::vector<Job>& jobs, std::string_view driver_data) const;
  void Run(std::vector<Job>& jobs, std::span<const std::shared_ptr<const DriverCache>> caches) const;
  Result<DriverCache> CreateDriverCache(std::string_view data) const;
  Result<std::string> DataOf(std::span<const std::shared_ptr<const Pipeline>> pipelines) const;
  Result<std::shared_ptr<const ShaderObjects>> GetShader(const gpu::ShaderInfo& shader);
  Result<std::shared_ptr<const Pipeline>> Compile(const PipelineRequest& request,
                                                  std::shared_ptr<const ShaderObjects> shader,
                                                  std::shared_ptr<const DriverCache> cache,
                                                  VkPipelineCreateFlags flags) const;

  VkDevice device_;
  const DeviceFunctions& functions_;
  std::mutex mutex_;
  std::map<ShaderContent, std::shared_ptr<const ShaderObjects>> shaders_;
  std::map<Key, std::shared_ptr<const Pipeline>> pipelines_;
};

}  // namespace litevk::vk
