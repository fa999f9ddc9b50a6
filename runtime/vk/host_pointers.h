// Which memory of the host a device can use as its own (VK_EXT_external_memory_host).
#pragma once

#include <vulkan/vulkan.h>

#include "runtime/vk/instance.h"

namespace litevk::vk {

// What buffers are made of the caller's memory by.
inline constexpr VkExternalMemoryHandleTypeFlagBits kHostPointerHandle =
    VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT;

// Whether a buffer that litevk makes may lie in such memory, of each usage that it gives to its buffers: with
// and, where the device has texel buffers, without these. The extension alone does not say so.
bool CanImportHostPointers(const Instance& instance, VkPhysicalDevice device, bool has_texel_buffers);

}  // namespace litevk::vk
