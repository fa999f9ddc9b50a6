// Queries of a VkPhysicalDevice: limits, properties and optional features.
#pragma once

#include <vulkan/vulkan.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/vk/instance/device_info.h"
#include "runtime/vk/instance/instance.h"

namespace litevk::vk {

using Extensions = std::vector<std::string>;

bool Contains(const Extensions& extensions, std::string_view name);

void DescribeLimits(const VkPhysicalDeviceLimits& from, gpu::DeviceLimits& to);

// Describes properties that need Vulkan 1.1: subgroups and extensions' properties.
void DescribeProperties2(const Instance& instance, VkPhysicalDevice device, uint32_t version,
                         const Extensions& extensions, DeviceInfo& info);

// Describes optional features if the device has Vulkan 1.1.
void DescribeFeatures(const Instance& instance, VkPhysicalDevice device, const Extensions& extensions,
                      DeviceInfo& info);

}  // namespace litevk::vk
