#include "runtime/vk/instance/external_memory.h"

#include "runtime/vk/instance/check.h"
#include "runtime/vk/instance/structs.h"

namespace litevk::vk {
namespace {

bool CanImportAs(const Instance& instance, VkPhysicalDevice device, VkExternalMemoryHandleTypeFlagBits handle,
                 VkBufferUsageFlags usage) {
  auto info =
      Make<VkPhysicalDeviceExternalBufferInfo>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_BUFFER_INFO);
  info.usage = usage;
  info.handleType = handle;
  auto properties = Make<VkExternalBufferProperties>(VK_STRUCTURE_TYPE_EXTERNAL_BUFFER_PROPERTIES);
  // The call cannot fail. A test makes it fail to simulate the driver's answer no.
  const Status asked = Check("vkGetPhysicalDeviceExternalBufferProperties", [&] {
    instance.fn().vkGetPhysicalDeviceExternalBufferProperties(device, &info, &properties);
    return VK_SUCCESS;
  });
  if (!asked.ok()) return false;
  const VkExternalMemoryFeatureFlags features = properties.externalMemoryProperties.externalMemoryFeatures;
  // A dedicated allocation is as long as its buffer, and the caller's memory may be longer.
  return (features & VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT) != 0 &&
         (features & VK_EXTERNAL_MEMORY_FEATURE_DEDICATED_ONLY_BIT) == 0;
}

}  // namespace

VkBufferUsageFlags BufferUsage(bool has_texel_views) {
  constexpr VkBufferUsageFlags kAlways = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                         VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  constexpr VkBufferUsageFlags kTexels =
      VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT;
  return has_texel_views ? kAlways | kTexels : kAlways;
}

bool CanImport(const Instance& instance, VkPhysicalDevice device, VkExternalMemoryHandleTypeFlagBits handle,
               bool has_texel_buffers) {
  return CanImportAs(instance, device, handle, BufferUsage(false)) &&
         (!has_texel_buffers || CanImportAs(instance, device, handle, BufferUsage(true)));
}

}  // namespace litevk::vk
