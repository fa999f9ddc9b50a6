#include "runtime/vk/pipeline.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "runtime/base/stopwatch.h"
#include "runtime/graph/specialize.h"
#include "runtime/platform/guard.h"
#include "runtime/vk/instance/check.h"
#include "runtime/vk/instance/structs.h"

namespace litevk::vk {
namespace {

constexpr VkPipelineCreateFlags kStatistics = VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;

Result<Unique<VkShaderModule>> CreateModule(VkDevice device, const DeviceFunctions& fn,
                                            const PipelineRequest& request) {
  // A module without specialization constants known to the host is passed on unchanged: a user's may have
  // 64-bit constants.
  const std::vector<uint32_t> spirv = request.shader->spec_ids.empty()
                                          ? request.shader->spirv.Words()
                                          : gpu::Specialize(*request.shader, request.spec);
  if (spirv.empty()) return Internal("its SPIR-V cannot be inflated");
  auto info = Make<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
  info.codeSize = std::span(spirv).size_bytes();
  info.pCode = spirv.data();
  VkShaderModule module = VK_NULL_HANDLE;
  LITEVK_VK(fn.vkCreateShaderModule(device, &info, nullptr, &module));
  return Unique<VkShaderModule>(device, module, fn.vkDestroyShaderModule);
}

Result<Unique<VkDescriptorSetLayout>> CreateSetLayout(VkDevice device, const DeviceFunctions& fn,
                                                      const gpu::ShaderInfo& shader) {
  std::vector<VkDescriptorSetLayoutBinding> bindings(shader.bindings.size());
  for (size_t i = 0; i < bindings.size(); ++i) {
    bindings[i].binding = static_cast<uint32_t>(i);
    bindings[i].descriptorType = DescriptorType(shader.bindings[i].kind);
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

ShaderContent::ShaderContent(const gpu::ShaderInfo& shader)
    : module(shader.spirv.bytes().begin(), shader.spirv.bytes().end()),
      entry_point(shader.entry_point),
      push_bytes(shader.push_bytes) {
  bindings.reserve(shader.bindings.size());
  for (const gpu::BindingInfo& binding : shader.bindings) bindings.push_back(binding.kind);
}

VkDescriptorType DescriptorType(gpu::BindingKind kind) {
  switch (kind) {
    case gpu::BindingKind::kTexels4:
    case gpu::BindingKind::kTexels1:
    case gpu::BindingKind::kWordTexels4:
    case gpu::BindingKind::kWordTexels1:
      return VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
    case gpu::BindingKind::kFetched4:
      return VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
    case gpu::BindingKind::kStorage:
      break;
  }
  return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
}

// A pipeline to compile, and its result.
struct PipelineCache::Job {
  PipelineRequest request;
  Key key;
  Result<std::shared_ptr<const Pipeline>> result = std::shared_ptr<const Pipeline>();
};

// Returns the key of a request, and creates the shader's missing objects. The lock is held.
Result<PipelineCache::Key> PipelineCache::KeyOf(const PipelineRequest& request, VkPipelineCreateFlags flags) {
  LITEVK_ASSIGN_OR_RETURN(auto shader, GetShader(*request.shader));
  if (request.has_base) flags |= VK_PIPELINE_CREATE_DISPATCH_BASE_BIT;
  return Key(shader, {request.spec.begin(), request.spec.end()}, flags);
}

Result<std::shared_ptr<const Pipeline>> PipelineCache::GetWithStatistics(const PipelineRequest& request) {
  const std::lock_guard lock(mutex_);
  LITEVK_ASSIGN_OR_RETURN(Key key, KeyOf(request, kStatistics));
  if (const auto found = pipelines_.find(key); found != pipelines_.end()) return found->second;
  LITEVK_ASSIGN_OR_RETURN(std::shared_ptr<const Pipeline> pipeline,
                          Compile(request, std::get<0>(key), nullptr, std::get<2>(key)));
  pipelines_.emplace(std::move(key), pipeline);
  return pipeline;
}

Result<std::vector<std::shared_ptr<const Pipeline>>> PipelineCache::Get(
    std::span<const PipelineRequest> requests, std::string* driver_data) {
  std::vector<Key> keys;
  std::vector<Job> jobs;
  {
    const std::lock_guard lock(mutex_);
    LITEVK_ASSIGN_OR_RETURN(keys, KeysOf(requests));
    jobs = MissingJobs(requests, keys);
  }
  LITEVK_RETURN_IF_ERROR(Run(jobs, driver_data == nullptr ? std::string_view() : *driver_data));
  std::vector<std::shared_ptr<const Pipeline>> pipelines;
  pipelines.reserve(keys.size());
  {
    const std::lock_guard lock(mutex_);
    for (Job& job : jobs) {
      LITEVK_RETURN_IF_ERROR(job.result.status());
      // If another thread has added the same pipeline first, that one is kept.
      pipelines_.emplace(std::move(job.key), *job.result);
    }
    for (const Key& key : keys) pipelines.push_back(pipelines_.at(key));
  }
  if (driver_data != nullptr && (driver_data->empty() || !jobs.empty())) {
    LITEVK_ASSIGN_OR_RETURN(*driver_data, DataOf(pipelines));
  }
  return pipelines;
}

// Returns the keys of the requests. The lock is held.
Result<std::vector<PipelineCache::Key>> PipelineCache::KeysOf(std::span<const PipelineRequest> requests) {
  std::vector<Key> keys;
  keys.reserve(requests.size());
  for (const PipelineRequest& request : requests) {
    LITEVK_ASSIGN_OR_RETURN(Key key, KeyOf(request, 0));
    keys.push_back(std::move(key));
  }
  return keys;
}

// Returns each distinct missing pipeline once. The lock is held.
std::vector<PipelineCache::Job> PipelineCache::MissingJobs(std::span<const PipelineRequest> requests,
                                                           std::span<const Key> keys) const {
  std::vector<Job> jobs;
  std::set<Key> seen;
  for (size_t i = 0; i < requests.size(); ++i) {
    if (pipelines_.contains(keys[i]) || !seen.insert(keys[i]).second) continue;
    jobs.push_back({.request = requests[i], .key = keys[i]});
  }
  return jobs;
}

Status PipelineCache::Run(std::vector<Job>& jobs, std::string_view driver_data) const {
  const size_t threads = std::min<size_t>(std::max(std::thread::hardware_concurrency(), 1U), jobs.size());
  // One cache per thread: some drivers lock a cache while they compile.
  std::vector<std::shared_ptr<const DriverCache>> caches(threads);
  for (auto& cache : caches) {
    LITEVK_ASSIGN_OR_RETURN(DriverCache created, CreateDriverCache(driver_data));
    cache = std::make_shared<const DriverCache>(std::move(created));
  }
  Run(jobs, caches);
  return {};
}

Result<DriverCache> PipelineCache::CreateDriverCache(std::string_view data) const {
  auto info = Make<VkPipelineCacheCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO);
  info.initialDataSize = data.size();
  info.pInitialData = data.data();
  VkPipelineCache handle = VK_NULL_HANDLE;
  LITEVK_VK(functions_.vkCreatePipelineCache(device_, &info, nullptr, &handle));
  return DriverCache(device_, handle, functions_.vkDestroyPipelineCache);
}

// Returns the joint data of the pipelines' caches. They are merged into another cache, since threads may
// compile with them.
Result<std::string> PipelineCache::DataOf(std::span<const std::shared_ptr<const Pipeline>> pipelines) const {
  std::set<VkPipelineCache> distinct;
  for (const auto& pipeline : pipelines) distinct.insert(pipeline->cache->get());
  const std::vector<VkPipelineCache> caches(distinct.begin(), distinct.end());
  if (caches.empty()) return std::string();
  LITEVK_ASSIGN_OR_RETURN(const DriverCache all, CreateDriverCache({}));
  LITEVK_VK(functions_.vkMergePipelineCaches(device_, all.get(), static_cast<uint32_t>(caches.size()),
                                             caches.data()));
  LITEVK_ASSIGN_OR_RETURN(const std::vector<char> data,
                          (Enumerate<char, size_t>("vkGetPipelineCacheData", [&](auto... list) {
                            return functions_.vkGetPipelineCacheData(device_, all.get(), list...);
                          })));
  return std::string(data.begin(), data.end());
}

// Drivers compile on the calling thread, so several threads compile, each with its own cache. If the system
// starts no more threads, the existing ones do everything. Futures pass on exceptions.
void PipelineCache::Run(std::vector<Job>& jobs,
                        std::span<const std::shared_ptr<const DriverCache>> caches) const {
  std::atomic<size_t> next = 0;
  const auto work = [&](const std::shared_ptr<const DriverCache>& cache) {
    for (size_t i = next++; i < jobs.size(); i = next++) {
      const auto& [shader, spec, flags] = jobs[i].key;
      jobs[i].result = Compile(jobs[i].request, shader, cache, flags);
    }
  };
  std::vector<std::future<void>> helpers;
  helpers.reserve(caches.size());
  const auto start = [&](const std::shared_ptr<const DriverCache>& cache) {
    helpers.push_back(std::async(std::launch::async, work, cache));
    return true;
  };
  for (size_t i = 1; i < caches.size(); ++i) {
    if (!Guard([&] { return start(caches[i]); }, [](const char*) { return false; })) break;
  }
  if (!jobs.empty()) work(caches[0]);
  for (std::future<void>& helper : helpers) helper.get();
}

Result<std::shared_ptr<const ShaderObjects>> PipelineCache::GetShader(const gpu::ShaderInfo& shader) {
  std::shared_ptr<const ShaderObjects>& entry = shaders_[ShaderContent(shader)];
  if (entry != nullptr) return entry;
  auto objects = std::make_shared<ShaderObjects>();
  LITEVK_ASSIGN_OR_RETURN(objects->set_layout, CreateSetLayout(device_, functions_, shader));
  LITEVK_ASSIGN_OR_RETURN(objects->layout,
                          CreateLayout(device_, functions_, shader, objects->set_layout.get()));
  entry = std::move(objects);
  return entry;
}

Result<std::shared_ptr<const Pipeline>> PipelineCache::Compile(const PipelineRequest& request,
                                                               std::shared_ptr<const ShaderObjects> shader,
                                                               std::shared_ptr<const DriverCache> cache,
                                                               VkPipelineCreateFlags flags) const {
  auto result = std::make_shared<Pipeline>();
  result->shader = std::move(shader);
  result->cache = std::move(cache);
  LITEVK_ASSIGN_OR_RETURN(const Unique<VkShaderModule> module, CreateModule(device_, functions_, request));
  auto info = Make<VkComputePipelineCreateInfo>(VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
  info.flags = flags;
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = module.get();
  const std::string entry_point(request.shader->entry_point);
  info.stage.pName = entry_point.c_str();
  info.layout = result->shader->layout.get();
  const VkPipelineCache driver_cache = result->cache == nullptr ? VK_NULL_HANDLE : result->cache->get();
  VkPipeline pipeline = VK_NULL_HANDLE;
  Stopwatch watch;
  const Status status = Check("vkCreateComputePipelines", [&] {
    return functions_.vkCreateComputePipelines(device_, driver_cache, 1, &info, nullptr, &pipeline);
  });
  result->compile_ms = watch.LapMs();
  const std::string shader_name = "shader " + std::string(request.shader->name) + ": ";
  if (!status.ok()) return Status(status.code(), shader_name + status.message());
  // Some drivers (Adreno 5xx) report success without a pipeline, and would crash without a bound one.
  if (pipeline == VK_NULL_HANDLE) {
    return Internal(shader_name + "vkCreateComputePipelines: expected a pipeline, found VK_NULL_HANDLE");
  }
  result->pipeline = Unique<VkPipeline>(device_, pipeline, functions_.vkDestroyPipeline);
  return std::shared_ptr<const Pipeline>(std::move(result));
}

}  // namespace litevk::vk
