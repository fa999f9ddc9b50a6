// Whether a device runs a SPIR-V module: what modules ask for, and what devices are opened for.
#pragma once

#include <cstdint>
#include <span>

#include "runtime/base/status.h"
#include "runtime/vk/device_info.h"

namespace litevk::vk {

// Ok when a device that was opened with `features` has all of a module's capabilities (SPIR-V 1.3
// specification, 3.31), which Vulkan requires of every module (VUID-VkShaderModuleCreateInfo-pCode-08740);
// else a sentence that names the first that it lacks.
Status CheckCapabilities(std::span<const uint32_t> capabilities, const DeviceInfo& info, FeatureSet features);

}  // namespace litevk::vk
