#include "runtime/vk/instance/physical_device.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>
#include <utility>

#include "runtime/vk/instance/check.h"
#include "runtime/vk/instance/device_profile.h"
#include "runtime/vk/instance/device_properties.h"
#include "runtime/vk/instance/external_memory.h"

namespace litevk::vk {
namespace {

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

// Prefers a queue family without graphics: on discrete GPUs it does not wait for the desktop.
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
  // A driver without hardware (RADV's) reports heaps of no bytes. Planning then uses the default.
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

// Describes the external memory that the device can import.
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
  // Every device has a coherent memory type. Another one is chosen if it is more useful.
  info.features.Add(Feature::kCoherentMemory);
  DescribeLimits(properties.limits, info.limits);
  // Threads of the process run the workgroups of a CPU device.
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
