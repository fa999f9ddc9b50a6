// Describes a VkPhysicalDevice as DeviceInfo.
#pragma once

#include <vulkan/vulkan.h>

#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/vk/instance/device_info.h"
#include "runtime/vk/instance/instance.h"

namespace litevk::vk {

// Most storage buffers that one dispatch binds: a convolution's four, the epilogue's operands, and one to
// spare. Vulkan itself guarantees four; known drivers offer eight or more.
inline constexpr uint32_t kRequiredStorageBuffers = 8;

Result<std::vector<DeviceInfo>> DescribeAll(const Instance& instance);

Result<std::vector<std::string>> DeviceExtensions(const Instance& instance, VkPhysicalDevice device);
Result<std::vector<VkExtensionProperties>> DeviceExtensionProperties(const Instance& instance,
                                                                     VkPhysicalDevice device);

std::vector<VkQueueFamilyProperties> QueueFamilies(const InstanceFunctions& fn, VkPhysicalDevice device);

}  // namespace litevk::vk
