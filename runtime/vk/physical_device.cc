#include "runtime/vk/physical_device.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>
#include <utility>

#include "runtime/vk/check.h"
#include "runtime/vk/device_profile.h"
#include "runtime/vk/external_memory.h"
#include "runtime/vk/flag_words.h"
#include "runtime/vk/structs.h"

namespace litevk::vk {
namespace {

using Extensions = std::vector<std::string>;

bool Contains(const Extensions& extensions, std::string_view name) {
  return std::find(extensions.begin(), extensions.end(), name) != extensions.end();
}

template <typename Struct>
void Chain(VkPhysicalDeviceProperties2& head, Struct& next) {
  next.pNext = std::exchange(head.pNext, &next);
}

template <typename Struct>
void Chain(VkPhysicalDeviceFeatures2& head, Struct& next) {
  next.pNext = std::exchange(head.pNext, &next);
}

std::string VersionText(uint32_t version) {
  return std::to_string(VK_API_VERSION_MAJOR(version)) + "." + std::to_string(VK_API_VERSION_MINOR(version)) +
         "." + std::to_string(VK_API_VERSION_PATCH(version));
}

DeviceType TypeOf(VkPhysicalDeviceType type) {
  switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
      return DeviceType::kIntegrated;
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
      return DeviceType::kDiscrete;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
      return DeviceType::kVirtual;
    case VK_PHYSICAL_DEVICE_TYPE_CPU:
      return DeviceType::kCpu;
    default:
      return DeviceType::kOther;
  }
}

void DescribeLimits(const VkPhysicalDeviceLimits& from, gpu::DeviceLimits& to) {
  to.max_storage_buffer_range_bytes = from.maxStorageBufferRange;
  to.storage_buffer_alignment_bytes = from.minStorageBufferOffsetAlignment;
  to.max_bound_texel_buffers =
      std::min({from.maxPerStageDescriptorStorageImages, from.maxDescriptorSetStorageImages,
                from.maxPerStageDescriptorSampledImages, from.maxDescriptorSetSampledImages});
  to.max_texel_buffer_elements = from.maxTexelBufferElements;
  to.texel_buffer_alignment_bytes = from.minTexelBufferOffsetAlignment;
  std::copy_n(from.maxComputeWorkGroupCount, 3, to.max_workgroup_count.begin());
  std::copy_n(from.maxComputeWorkGroupSize, 3, to.max_workgroup_size.begin());
  to.max_workgroup_invocations = from.maxComputeWorkGroupInvocations;
  to.max_shared_memory_bytes = from.maxComputeSharedMemorySize;
  to.max_push_constant_bytes = from.maxPushConstantsSize;
  to.max_bound_storage_buffers = std::min({from.maxPerStageDescriptorStorageBuffers,
                                           from.maxDescriptorSetStorageBuffers, from.maxPerStageResources});
}

void DescribeSubgroups(const VkPhysicalDeviceSubgroupProperties& subgroups, DeviceInfo& info) {
  if ((subgroups.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) == 0) return;
  // The bits after quad belong to extensions.
  constexpr VkSubgroupFeatureFlags kCore = 2 * VK_SUBGROUP_FEATURE_QUAD_BIT - 1;
  info.subgroup_operations = SubgroupWords(subgroups.supportedOperations & kCore);
  constexpr VkSubgroupFeatureFlags kNeeded =
      VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_ARITHMETIC_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_BIT;
  if ((subgroups.supportedOperations & kNeeded) != kNeeded) return;
  info.features.Add(Feature::kSubgroups);
  info.limits.subgroup_size = subgroups.subgroupSize;
}

// Properties that need Vulkan 1.1: subgroups, and what extensions tell.
void DescribeProperties2(const Instance& instance, VkPhysicalDevice device, uint32_t version,
                         const Extensions& extensions, DeviceInfo& info) {
  auto properties = Make<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
  auto subgroups =
      Make<VkPhysicalDeviceSubgroupProperties>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES);
  auto driver = Make<VkPhysicalDeviceDriverProperties>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES);
  auto host_pointers = Make<VkPhysicalDeviceExternalMemoryHostPropertiesEXT>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_MEMORY_HOST_PROPERTIES_EXT);
  auto multiprocessors = Make<VkPhysicalDeviceShaderSMBuiltinsPropertiesNV>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SM_BUILTINS_PROPERTIES_NV);
  Chain(properties, subgroups);
  if (Contains(extensions, "VK_NV_shader_sm_builtins")) Chain(properties, multiprocessors);
  if (Contains(extensions, VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME)) Chain(properties, host_pointers);
  if (version >= VK_API_VERSION_1_2 || Contains(extensions, VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME)) {
    Chain(properties, driver);
  }
  instance.fn().vkGetPhysicalDeviceProperties2(device, &properties);
  info.driver = driver.driverName;
  if (driver.driverInfo[0] != '\0') info.driver += std::string(" ") + driver.driverInfo;
  DescribeSubgroups(subgroups, info);
  if (host_pointers.minImportedHostPointerAlignment > 0) {
    info.limits.host_pointer_alignment_bytes = host_pointers.minImportedHostPointerAlignment;
  }
  info.cores = multiprocessors.shaderSMCount;
}

bool HasTexels(const Instance& instance, VkPhysicalDevice device, VkFormat format,
               VkFormatFeatureFlags features) {
  VkFormatProperties properties = {};
  instance.fn().vkGetPhysicalDeviceFormatProperties(device, format, &properties);
  return (properties.bufferFeatures & features) == features;
}

void DescribeFeatures(const Instance& instance, VkPhysicalDevice device, const Extensions& extensions,
                      DeviceInfo& info) {
  auto features = Make<VkPhysicalDeviceFeatures2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
  auto half =
      Make<VkPhysicalDevice16BitStorageFeatures>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES);
  auto byte =
      Make<VkPhysicalDevice8BitStorageFeatures>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES);
  auto executable = Make<VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR);
  Chain(features, half);
  if (Contains(extensions, VK_KHR_8BIT_STORAGE_EXTENSION_NAME)) Chain(features, byte);
  if (Contains(extensions, VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME)) Chain(features, executable);
  instance.fn().vkGetPhysicalDeviceFeatures2(device, &features);
  if (features.features.shaderInt64 == VK_TRUE) info.features.Add(Feature::kInt64);
  if (half.storageBuffer16BitAccess == VK_TRUE) info.features.Add(Feature::kStorage16Bit);
  if (byte.storageBuffer8BitAccess == VK_TRUE) info.features.Add(Feature::kStorage8Bit);
  if (executable.pipelineExecutableInfo == VK_TRUE) info.features.Add(Feature::kPipelineStatistics);

  if (HasTexels(instance, device, VK_FORMAT_R32G32B32A32_SFLOAT,
                VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT | VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT) &&
      HasTexels(instance, device, VK_FORMAT_R32_SFLOAT, VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT)) {
    info.features.Add(Feature::kTexelBuffers);
  }
}

// Prefers a family without graphics: on discrete GPUs it does not wait for the desktop.
void ChooseQueueFamily(const Instance& instance, VkPhysicalDevice device, DeviceInfo& info) {
  const std::vector<VkQueueFamilyProperties> families = QueueFamilies(instance.fn(), device);
  bool chosen_has_graphics = true;
  for (uint32_t i = 0; i < families.size(); ++i) {
    const bool has_graphics = (families[i].queueFlags & VK_QUEUE_GRAPHICS_BIT) != 0;
    if ((families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0) continue;
    if (info.queue_family && (has_graphics || !chosen_has_graphics)) continue;
    info.queue_family = i;
    info.timestamp_bits = families[i].timestampValidBits;
    chosen_has_graphics = has_graphics;
  }
  if (info.timestamp_bits > 0) info.features.Add(Feature::kTimestamps);
}

void DescribeMemory(const Instance& instance, VkPhysicalDevice device, DeviceInfo& info) {
  VkPhysicalDeviceMemoryProperties memory = {};
  instance.fn().vkGetPhysicalDeviceMemoryProperties(device, &memory);
  uint64_t largest = 0;
  for (uint32_t i = 0; i < memory.memoryHeapCount; ++i) {
    if ((memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) == 0) continue;
    largest = std::max<uint64_t>(largest, memory.memoryHeaps[i].size);
  }
  // A driver without hardware (RADV's) has heaps of no bytes; planning then counts on the default.
  if (largest > 0) info.limits.memory_bytes = largest;
}

void DescribeMissing(uint32_t version, DeviceInfo& info) {
  if (version < VK_API_VERSION_1_1) {
    info.missing.push_back("needs Vulkan 1.1, the device has " + info.api_version);
  }
  if (!info.queue_family) info.missing.emplace_back("needs a queue family with compute, the device has none");
  if (info.limits.max_bound_storage_buffers < kRequiredStorageBuffers) {
    info.missing.push_back("needs " + std::to_string(kRequiredStorageBuffers) +
                           " storage buffers per shader stage, the device has " +
                           std::to_string(info.limits.max_bound_storage_buffers));
  }
  const gpu::DeviceLimits floor;
  if (info.limits.max_storage_buffer_range_bytes < floor.max_storage_buffer_range_bytes) {
    info.missing.push_back("needs storage buffers of 134217728 bytes, the device has " +
                           std::to_string(info.limits.max_storage_buffer_range_bytes));
  }
  if (info.limits.max_workgroup_invocations < floor.max_workgroup_invocations) {
    info.missing.push_back("needs workgroups of 128 invocations, the device has " +
                           std::to_string(info.limits.max_workgroup_invocations));
  }
}

Extensions OfInterest(const Extensions& extensions) {
  static constexpr const char* kNames[] = {
      "VK_EXT_external_memory_host",  "VK_EXT_memory_budget",
      "VK_EXT_subgroup_size_control", "VK_KHR_16bit_storage",
      "VK_KHR_8bit_storage",          "VK_KHR_cooperative_matrix",
      "VK_KHR_shader_float16_int8",   "VK_KHR_synchronization2",
      "VK_KHR_timeline_semaphore",    "VK_KHR_shader_integer_dot_product"};
  Extensions found;
  for (const char* name : kNames) {
    if (Contains(extensions, name)) found.emplace_back(name);
  }
  return found;
}

std::string PipelineCacheId(const VkPhysicalDeviceProperties& properties) {
  std::string id;
  const auto append = [&id](const char* format, uint32_t value) {
    std::array<char, 16> text = {};
    std::snprintf(text.data(), text.size(), format, value);
    id += text.data();
  };
  for (const uint32_t part : {properties.vendorID, properties.deviceID, properties.driverVersion}) {
    append("%08x-", part);
  }
  for (const uint8_t byte : properties.pipelineCacheUUID) append("%02x", byte);
  return id;
}

// Describes which memory the device can import that others have allocated.
void DescribeImports(const Instance& instance, VkPhysicalDevice device, const Extensions& extensions,
                     DeviceInfo& info) {
  const auto add = [&](Feature feature, const char* extension, VkExternalMemoryHandleTypeFlagBits handle) {
    const bool has_texel_buffers = info.features.has(Feature::kTexelBuffers);
    if (Contains(extensions, extension) && CanImport(instance, device, handle, has_texel_buffers)) {
      info.features.Add(feature);
    }
  };
  add(Feature::kHostPointers, VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME, kHostPointerHandle);
  add(Feature::kMemoryHandles, VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME, kFdHandle);
}

Result<DeviceInfo> Describe(const Instance& instance, VkPhysicalDevice device, uint32_t index) {
  VkPhysicalDeviceProperties properties = {};
  instance.fn().vkGetPhysicalDeviceProperties(device, &properties);
  LITEVK_ASSIGN_OR_RETURN(const Extensions extensions, DeviceExtensions(instance, device));
  DeviceInfo info;
  info.index = index;
  info.name = properties.deviceName;
  info.type = TypeOf(properties.deviceType);
  info.api_version = VersionText(properties.apiVersion);
  info.pipeline_cache_id = PipelineCacheId(properties);
  info.timestamp_period_ns = properties.limits.timestampPeriod;
  info.optional_extensions = OfInterest(extensions);
  // Every device has a type of memory that is; where it is worth more, another one is chosen.
  info.features.Add(Feature::kCoherentMemory);
  DescribeLimits(properties.limits, info.limits);
  // Threads of the process run the workgroups there.
  if (info.type == DeviceType::kCpu) {
    info.limits.runs_on_cpu = true;
    info.features.Add(Feature::kThreadSpreading);
  }
  if (properties.apiVersion >= VK_API_VERSION_1_1) {
    DescribeProperties2(instance, device, properties.apiVersion, extensions, info);
    DescribeFeatures(instance, device, extensions, info);
    DescribeImports(instance, device, extensions, info);
  }
  info.limits.profile = ProfileOf({.vendor_id = properties.vendorID,
                                   .device_id = properties.deviceID,
                                   .is_cpu = info.type == DeviceType::kCpu,
                                   .cores = info.cores});
  info.limits.max_loop_iterations = MostLoopIterations(properties.vendorID, info.limits.runs_on_cpu);
  ChooseQueueFamily(instance, device, info);
  DescribeMemory(instance, device, info);
  DescribeMissing(properties.apiVersion, info);
  return info;
}

}  // namespace

Result<std::vector<VkExtensionProperties>> DeviceExtensionProperties(const Instance& instance,
                                                                     VkPhysicalDevice device) {
  return Enumerate<VkExtensionProperties>("vkEnumerateDeviceExtensionProperties", [&](auto... list) {
    return instance.fn().vkEnumerateDeviceExtensionProperties(device, nullptr, list...);
  });
}

Result<std::vector<std::string>> DeviceExtensions(const Instance& instance, VkPhysicalDevice device) {
  LITEVK_ASSIGN_OR_RETURN(const auto extensions, DeviceExtensionProperties(instance, device));
  std::vector<std::string> names;
  names.reserve(extensions.size());
  for (const VkExtensionProperties& extension : extensions) names.emplace_back(extension.extensionName);
  return names;
}

std::vector<VkQueueFamilyProperties> QueueFamilies(const InstanceFunctions& fn, VkPhysicalDevice device) {
  uint32_t count = 0;
  fn.vkGetPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  fn.vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families.data());
  families.resize(count);
  return families;
}

Result<std::vector<DeviceInfo>> DescribeAll(const Instance& instance) {
  LITEVK_ASSIGN_OR_RETURN(const std::vector<VkPhysicalDevice> devices, instance.PhysicalDevices());
  std::vector<DeviceInfo> infos;
  for (const VkPhysicalDevice device : devices) {
    LITEVK_ASSIGN_OR_RETURN(DeviceInfo info, Describe(instance, device, static_cast<uint32_t>(infos.size())));
    infos.push_back(std::move(info));
  }
  return infos;
}

}  // namespace litevk::vk
