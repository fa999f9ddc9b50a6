#include "runtime/vk/host_pointers.h"

#include "runtime/vk/buffer.h"
#include "runtime/vk/check.h"
#include "runtime/vk/structs.h"

namespace litevk::vk {
namespace {

bool CanImport(const Instance& instance, VkPhysicalDevice device, VkBufferUsageFlags usage) {
  auto info =
      Make<VkPhysicalDeviceExternalBufferInfo>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_BUFFER_INFO);
  info.usage = usage;
  info.handleType = kHostPointerHandle;
  auto properties = Make<VkExternalBufferProperties>(VK_STRUCTURE_TYPE_EXTERNAL_BUFFER_PROPERTIES);
  // The call cannot fail; a test makes it fail where the driver shall answer no.
  const Status asked = Check("vkGetPhysicalDeviceExternalBufferProperties", [&] {
    instance.fn().vkGetPhysicalDeviceExternalBufferProperties(device, &info, &properties);
    return VK_SUCCESS;
  });
  if (!asked.ok()) return false;
  const VkExternalMemoryFeatureFlags features = properties.externalMemoryProperties.externalMemoryFeatures;
  // A dedicated allocation is as long as its buffer, and the caller's pages are longer.
  return (features & VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT) != 0 &&
         (features & VK_EXTERNAL_MEMORY_FEATURE_DEDICATED_ONLY_BIT) == 0;
}

}  // namespace

bool CanImportHostPointers(const Instance& instance, VkPhysicalDevice device, bool has_texel_buffers) {
  return CanImport(instance, device, BufferUsage(false)) &&
         (!has_texel_buffers || CanImport(instance, device, BufferUsage(true)));
}

}  // namespace litevk::vk
