// Memory that litevk's buffers can lie in although another one has allocated it: the host's
// (VK_EXT_external_memory_host), and another API's or process's (VK_KHR_external_memory_fd).
#pragma once

#include <vulkan/vulkan.h>

#include <cstdint>

#include "runtime/vk/instance.h"

namespace litevk::vk {

// Device memory that has been exported as a file descriptor of the kind OPAQUE_FD, by the same driver for the
// same device. Importing copies the descriptor; the caller's own stays the caller's to close.
struct MemoryHandle {
  int fd = -1;
  uint64_t allocation_bytes = 0;  // as it was allocated
  uint32_t memory_type = 0;       // the index that it was allocated with
  friend bool operator==(const MemoryHandle&, const MemoryHandle&) = default;
};

inline constexpr VkExternalMemoryHandleTypeFlagBits kHostPointerHandle =
    VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT;
inline constexpr VkExternalMemoryHandleTypeFlagBits kFdHandle = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;

// Whether a buffer that litevk makes may lie in such memory, of each usage that it gives to its buffers: with
// and, where the device has texel buffers, without these. The extension alone does not say so.
bool CanImport(const Instance& instance, VkPhysicalDevice device, VkExternalMemoryHandleTypeFlagBits handle,
               bool has_texel_buffers);

}  // namespace litevk::vk
