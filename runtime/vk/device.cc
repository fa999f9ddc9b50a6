#include "runtime/vk/device.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "runtime/vk/instance/check.h"
#include "runtime/vk/instance/driver_threads.h"
#include "runtime/vk/instance/lifetime.h"
#include "runtime/vk/instance/physical_device.h"
#include "runtime/vk/instance/structs.h"

namespace litevk::vk {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// Waits are cut into slices, so that they end when another thread has found the device lost.
constexpr milliseconds kWaitSlice{100};
constexpr milliseconds kDefaultWaitLimit{60000};
// Time for a submission to end after its wait was given up.
constexpr milliseconds kGrace{1000};

uint64_t Nanoseconds(milliseconds time) {
  return static_cast<uint64_t>(std::chrono::nanoseconds(time).count());
}

Status WaitedTooLong(milliseconds limit) {
  return {StatusCode::kDeviceLost, "vkWaitForFences: expected the commands to be done within " +
                                       std::to_string(limit.count()) +
                                       " ms (the option invoke_timeout_ms), found them running; the device "
                                       "counts as lost"};
}

// An instance is destroyed with its devices, and an abandoned device never is.
void KeepForever(std::shared_ptr<const Instance> instance) {
  static std::mutex mutex;
  static auto& kept = *new std::vector<std::shared_ptr<const Instance>>;
  const std::lock_guard lock(mutex);
  kept.push_back(std::move(instance));
}

uint64_t NonCoherentAtomBytes(const Instance& instance, VkPhysicalDevice physical) {
  VkPhysicalDeviceProperties properties = {};
  instance.fn().vkGetPhysicalDeviceProperties(physical, &properties);
  return std::max<uint64_t>(properties.limits.nonCoherentAtomSize, 1);
}

// The features to enable, as a chain that VkDeviceCreateInfo::pNext can start with.
struct EnabledFeatures {
  explicit EnabledFeatures(FeatureSet features) {
    if (features.has(Feature::kStorage16Bit)) Append(half_);
    if (features.has(Feature::kStorage8Bit)) {
      Append(byte_);
      extensions.push_back(VK_KHR_8BIT_STORAGE_EXTENSION_NAME);
    }
    if (features.has(Feature::kPipelineStatistics)) {
      Append(executable_);
      extensions.push_back(VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME);
    }
    if (features.has(Feature::kHostPointers)) {
      extensions.push_back(VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME);
    }
    if (features.has(Feature::kMemoryHandles)) {
      extensions.push_back(VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME);
    }
    if (features.has(Feature::kDotProduct)) {
      Append(dot_product_);
      extensions.push_back(VK_KHR_SHADER_INTEGER_DOT_PRODUCT_EXTENSION_NAME);
    }
    core.shaderInt64 = features.has(Feature::kInt64) ? VK_TRUE : VK_FALSE;
    half_.storageBuffer16BitAccess = VK_TRUE;
    byte_.storageBuffer8BitAccess = VK_TRUE;
    executable_.pipelineExecutableInfo = VK_TRUE;
    dot_product_.shaderIntegerDotProduct = VK_TRUE;
  }
  EnabledFeatures(const EnabledFeatures&) = delete;
  EnabledFeatures& operator=(const EnabledFeatures&) = delete;

  void* chain = nullptr;
  VkPhysicalDeviceFeatures core = {};
  std::vector<const char*> extensions;

 private:
  template <typename Struct>
  void Append(Struct& next) {
    next.pNext = std::exchange(chain, &next);
  }

  VkPhysicalDevice16BitStorageFeatures half_ =
      Make<VkPhysicalDevice16BitStorageFeatures>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES);
  VkPhysicalDevice8BitStorageFeatures byte_ =
      Make<VkPhysicalDevice8BitStorageFeatures>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES);
  VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR executable_ =
      Make<VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR>(
          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR);
  VkPhysicalDeviceShaderIntegerDotProductFeatures dot_product_ =
      Make<VkPhysicalDeviceShaderIntegerDotProductFeatures>(
          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_FEATURES);
};

// True for drivers that run shaders on a CPU's vector units. They read a storage buffer lane by lane, in a
// loop with branches, but a texel buffer at once. A GPU reads a storage buffer at least as well. The shaders
// for texel loads need eight lanes that exchange values (docs/design/loads.md), and store 64 bits at a time
// (docs/design/stores.md).
bool PrefersTexelLoads(const DeviceInfo& info, FeatureSet features) {
  return info.type == DeviceType::kCpu && features.has(Feature::kTexelBuffers) &&
         features.has(Feature::kSubgroups) && features.has(Feature::kInt64) &&
         info.limits.subgroup_size == 8 && info.limits.max_bound_texel_buffers >= kRequiredStorageBuffers &&
         info.limits.max_texel_buffer_elements >= info.limits.max_storage_buffer_range_bytes / sizeof(float);
}

}  // namespace

Device::~Device() {
  pipelines_.reset();
  if (!MayDestroy(handle_)) {
    if (DriverIsOurs()) KeepForever(std::move(instance_));
    return;
  }
  if (handle_ != VK_NULL_HANDLE && functions_.vkDestroyDevice != nullptr) {
    functions_.vkDestroyDevice(handle_, nullptr);
  }
}

bool Device::unified_memory() const {
  return info_.type == DeviceType::kIntegrated || info_.type == DeviceType::kCpu;
}

bool Device::imports_host_memory() const {
  return info_.type == DeviceType::kCpu && features_.has(Feature::kHostPointers);
}

Result<std::shared_ptr<const Device>> Device::Create(std::shared_ptr<const Instance> instance,
                                                     DeviceInfo info, FeatureSet disabled,
                                                     LossListener on_loss) {
  LITEVK_ASSIGN_OR_RETURN(const std::vector<VkPhysicalDevice> physical, instance->PhysicalDevices());
  if (info.index >= physical.size()) {
    return Unavailable("vulkan device " + std::to_string(info.index) + ": expected to find it again, found " +
                       std::to_string(physical.size()) + " devices");
  }
  std::shared_ptr<Device> device(new Device(std::move(instance), on_loss));
  device->features_ = info.features.Without(disabled);
  device->limits_ = info.limits;
  if (!device->features_.has(Feature::kSubgroups)) device->limits_.subgroup_size = 1;
  if (!device->features_.has(Feature::kDotProduct)) {
    device->limits_.dot_product = gpu::PackedDotProduct::kNone;
  }
  device->limits_.profile.prefers_texel_loads = PrefersTexelLoads(info, device->features_);
  device->info_ = std::move(info);
  LITEVK_RETURN_IF_ERROR(device->CreateLogicalDevice(physical[device->info_.index]));
  return std::shared_ptr<const Device>(std::move(device));
}

Status Device::CreateLogicalDevice(VkPhysicalDevice physical) {
  non_coherent_atom_bytes_ = NonCoherentAtomBytes(*instance_, physical);
  instance_->fn().vkGetPhysicalDeviceMemoryProperties(physical, &memory_);

  EnabledFeatures enabled(features_);
  LITEVK_ASSIGN_OR_RETURN(const std::vector<std::string> available, DeviceExtensions(*instance_, physical));
  // Vulkan requires that this extension is enabled if a device offers it.
  constexpr const char* kPortabilitySubset = "VK_KHR_portability_subset";
  if (std::find(available.begin(), available.end(), kPortabilitySubset) != available.end()) {
    enabled.extensions.push_back(kPortabilitySubset);
  }
  const float priority = 1.0F;
  auto queue = Make<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
  queue.queueFamilyIndex = queue_family();
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  auto create = Make<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, enabled.chain);
  create.queueCreateInfoCount = 1;
  create.pQueueCreateInfos = &queue;
  create.enabledExtensionCount = static_cast<uint32_t>(enabled.extensions.size());
  create.ppEnabledExtensionNames = enabled.extensions.data();
  create.pEnabledFeatures = &enabled.core;
  {
    std::optional<DriverThreads> threads;
    if (features_.has(Feature::kThreadSpreading)) threads.emplace();
    LITEVK_VK(instance_->fn().vkCreateDevice(physical, &create, nullptr, &handle_));
    if (threads) threads->Spread();
  }
  LITEVK_ASSIGN_OR_RETURN(functions_, LoadDeviceFunctions(instance_->fn(), handle_));
  functions_.vkGetDeviceQueue(handle_, queue_family(), 0, &queue_);
  pipelines_ = std::make_unique<PipelineCache>(handle_, functions_);
  return {};
}

Status Device::Usable() const {
  LITEVK_RETURN_IF_ERROR(ClaimDriver());
  if (lost_) return {StatusCode::kDeviceLost, "vulkan device " + info_.name + ": was lost before"};
  return {};
}

Status Device::Note(Status status) const {
  if (status.code() == StatusCode::kDeviceLost) MarkLost();
  return status;
}

// Callers hold a reference to the device, so the listener does not destroy it here.
void Device::MarkLost() const {
  lost_ = true;
  if (on_loss_ != nullptr) on_loss_(*this);
}

Status Device::Submit(VkCommandBuffer commands, VkFence fence) const {
  auto info = Make<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
  info.commandBufferCount = 1;
  info.pCommandBuffers = &commands;
  LITEVK_RETURN_IF_ERROR(Usable());
  const std::lock_guard lock(queue_mutex_);
  return Note(Check("vkQueueSubmit", [&] { return functions_.vkQueueSubmit(queue_, 1, &info, fence); }));
}

bool Device::SignalsAfterAll(VkFence fence) const {
  const std::lock_guard lock(queue_mutex_);
  const Status queued =
      Note(Check("vkQueueSubmit", [&] { return functions_.vkQueueSubmit(queue_, 0, nullptr, fence); }));
  if (queued.ok()) return true;
  static_cast<void>(Note(Check("vkQueueWaitIdle", [&] { return functions_.vkQueueWaitIdle(queue_); })));
  return false;
}

// Polls during the first part of a wait. A thread that sleeps on a fence of a CPU driver wakes some 50 us
// after the signal. That is a sixth of a small model's run (docs/design/threads.md). Wait then finds the
// reason for the end.
void Device::Poll(VkFence fence) const {
  constexpr milliseconds kPollTime{1};
  const auto end = steady_clock::now() + kPollTime;
  while (functions_.vkGetFenceStatus(handle_, fence) == VK_NOT_READY && steady_clock::now() < end) {
    std::this_thread::yield();
  }
}

milliseconds Device::WaitLimit(int timeout_ms) const {
  if (timeout_ms >= 0) return milliseconds(timeout_ms);
  return info_.type == DeviceType::kCpu ? milliseconds(0) : kDefaultWaitLimit;
}

Status Device::Wait(VkFence fence, milliseconds limit) const {
  const auto begin = steady_clock::now();
  if (info_.type == DeviceType::kCpu) Poll(fence);
  for (;;) {
    const milliseconds slice = limit.count() > 0 ? std::min(kWaitSlice, limit) : kWaitSlice;
    const VkResult result = ResultOf("vkWaitForFences", [&] {
      return functions_.vkWaitForFences(handle_, 1, &fence, VK_TRUE, Nanoseconds(slice));
    });
    if (result == VK_SUCCESS) return {};
    if (result != VK_TIMEOUT) return Note(StatusOf(result, "vkWaitForFences"));
    LITEVK_RETURN_IF_ERROR(Usable());
    if (limit.count() == 0 || steady_clock::now() - begin < limit) continue;
    hangs_ = true;
    return Note(WaitedTooLong(limit));
  }
}

bool Device::Finishes(VkFence fence, milliseconds limit) const {
  if (!DriverIsOurs()) return true;
  if (lost_) limit = limit.count() > 0 ? std::min(limit, kGrace) : kGrace;
  const uint64_t nanoseconds = limit.count() > 0 ? Nanoseconds(limit) : UINT64_MAX;
  const VkResult result = functions_.vkWaitForFences(handle_, 1, &fence, VK_TRUE, nanoseconds);
  const bool has_ended = result == VK_SUCCESS || result == VK_ERROR_DEVICE_LOST;
  if (!has_ended) {
    hangs_ = true;
    MarkLost();
  }
  return has_ended;
}

Result<std::vector<std::shared_ptr<const Pipeline>>> Device::GetPipelines(
    std::span<const PipelineRequest> requests, std::string* driver_data) const {
  return pipelines_->Get(requests, driver_data);
}

Result<std::shared_ptr<const Pipeline>> Device::GetPipelineWithStatistics(
    const PipelineRequest& request) const {
  return pipelines_->GetWithStatistics(request);
}

}  // namespace litevk::vk
