// Compares the capabilities that a SPIR-V module requires with those of an opened device.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "runtime/base/status.h"
#include "runtime/vk/instance/device_info.h"

namespace litevk::vk {

// Ok if a device that was opened with `features` has all of a module's capabilities (SPIR-V 1.3
// specification, 3.31). Vulkan requires that of every module (VUID-VkShaderModuleCreateInfo-pCode-08740). The
// diagnostic names the first missing one.
Status CheckCapabilities(std::span<const uint32_t> capabilities, const DeviceInfo& info, FeatureSet features);

// Returns the names of those capabilities for which a device needs a feature, separated by commas.
std::string CapabilityNames(std::span<const uint32_t> capabilities);

}  // namespace litevk::vk
