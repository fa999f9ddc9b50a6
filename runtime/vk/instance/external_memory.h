// The usage of litevk's buffers, and the external memory in which they can lie: the host's
// (VK_EXT_external_memory_host), and another API's or process's (VK_KHR_external_memory_fd).
#pragma once

#include <vulkan/vulkan.h>

#include <cstdint>

#include "runtime/vk/instance/instance.h"

namespace litevk::vk {

// Returns the usage flags of every buffer. With `has_texel_views`, they include texel buffers.
VkBufferUsageFlags BufferUsage(bool has_texel_views);

// Device memory that the same driver exported for the same device, as a file descriptor of type OPAQUE_FD.
// Importing duplicates the descriptor; the caller keeps and closes its own.
struct MemoryHandle {
  int fd = -1;
  uint64_t allocation_bytes = 0;  // original size of the allocation
  uint32_t memory_type = 0;       // memory type index of the allocation
  friend bool operator==(const MemoryHandle&, const MemoryHandle&) = default;
};

inline constexpr VkExternalMemoryHandleTypeFlagBits kHostPointerHandle =
    VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT;
inline constexpr VkExternalMemoryHandleTypeFlagBits kFdHandle = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;

// True if buffers of litevk may lie in such memory, for each usage that litevk has. That is with texel
// buffers, if the device has them, and without. The extension's presence is not sufficient.
bool CanImport(const Instance& instance, VkPhysicalDevice device, VkExternalMemoryHandleTypeFlagBits handle,
               bool has_texel_buffers);

}  // namespace litevk::vk
