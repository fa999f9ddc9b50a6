#include <vulkan/vulkan.h>

#include <concepts>
#include <cstdint>
#include <iterator>

#include "runtime/vk/instance/driver_lists.h"

namespace litevk::vk {
namespace {

using Value = decltype(Limit::value);

template <std::unsigned_integral Number>
Value ValueOf(Number value) {
  return uint64_t{value};
}
Value ValueOf(float value) { return double{value}; }
Value ValueOf(const uint32_t (&values)[3]) {
  return std::vector<uint64_t>(std::begin(values), std::end(values));
}

// Derives the name from the member, so that they cannot disagree.
#define LITEVK_LIMIT(member) \
  { #member, ValueOf(limits.member) }

void AddCompute(const VkPhysicalDeviceLimits& limits, std::vector<Limit>& list) {
  list.insert(list.end(),
              {LITEVK_LIMIT(maxComputeSharedMemorySize), LITEVK_LIMIT(maxComputeWorkGroupCount),
               LITEVK_LIMIT(maxComputeWorkGroupInvocations), LITEVK_LIMIT(maxComputeWorkGroupSize),
               LITEVK_LIMIT(maxPushConstantsSize), LITEVK_LIMIT(timestampPeriod)});
  list.push_back({"timestampComputeAndGraphics", limits.timestampComputeAndGraphics == VK_TRUE});
}

void AddMemory(const VkPhysicalDeviceLimits& limits, std::vector<Limit>& list) {
  list.insert(list.end(),
              {LITEVK_LIMIT(maxMemoryAllocationCount), LITEVK_LIMIT(maxUniformBufferRange),
               LITEVK_LIMIT(maxStorageBufferRange), LITEVK_LIMIT(maxTexelBufferElements),
               LITEVK_LIMIT(minUniformBufferOffsetAlignment), LITEVK_LIMIT(minStorageBufferOffsetAlignment),
               LITEVK_LIMIT(minTexelBufferOffsetAlignment), LITEVK_LIMIT(bufferImageGranularity),
               LITEVK_LIMIT(sparseAddressSpaceSize), LITEVK_LIMIT(minMemoryMapAlignment),
               LITEVK_LIMIT(nonCoherentAtomSize), LITEVK_LIMIT(optimalBufferCopyOffsetAlignment),
               LITEVK_LIMIT(optimalBufferCopyRowPitchAlignment)});
}

void AddDescriptors(const VkPhysicalDeviceLimits& limits, std::vector<Limit>& list) {
  list.insert(
      list.end(),
      {LITEVK_LIMIT(maxBoundDescriptorSets), LITEVK_LIMIT(maxPerStageResources),
       LITEVK_LIMIT(maxPerStageDescriptorSamplers), LITEVK_LIMIT(maxPerStageDescriptorUniformBuffers),
       LITEVK_LIMIT(maxPerStageDescriptorStorageBuffers), LITEVK_LIMIT(maxPerStageDescriptorSampledImages),
       LITEVK_LIMIT(maxPerStageDescriptorStorageImages), LITEVK_LIMIT(maxPerStageDescriptorInputAttachments),
       LITEVK_LIMIT(maxDescriptorSetSamplers), LITEVK_LIMIT(maxDescriptorSetUniformBuffers),
       LITEVK_LIMIT(maxDescriptorSetUniformBuffersDynamic), LITEVK_LIMIT(maxDescriptorSetStorageBuffers),
       LITEVK_LIMIT(maxDescriptorSetStorageBuffersDynamic), LITEVK_LIMIT(maxDescriptorSetSampledImages),
       LITEVK_LIMIT(maxDescriptorSetStorageImages), LITEVK_LIMIT(maxDescriptorSetInputAttachments)});
}

// Adds limits of later Vulkan versions and of extensions.
void AddExtending(const DriverQuery& query, std::vector<Limit>& list) {
  if (const auto found = query.Properties<VkPhysicalDeviceMaintenance3Properties>(
          {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES, "VK_KHR_maintenance3",
           VK_API_VERSION_1_1})) {
    const auto& limits = *found;
    list.insert(list.end(), {LITEVK_LIMIT(maxMemoryAllocationSize), LITEVK_LIMIT(maxPerSetDescriptors)});
  }
  if (const auto found = query.Properties<VkPhysicalDeviceMaintenance4Properties>(
          {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_PROPERTIES, "VK_KHR_maintenance4",
           VK_API_VERSION_1_3})) {
    const auto& limits = *found;
    list.push_back(LITEVK_LIMIT(maxBufferSize));
  }
  if (const auto found = query.Properties<VkPhysicalDeviceExternalMemoryHostPropertiesEXT>(
          {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_MEMORY_HOST_PROPERTIES_EXT,
           "VK_EXT_external_memory_host"})) {
    const auto& limits = *found;
    list.push_back(LITEVK_LIMIT(minImportedHostPointerAlignment));
  }
}

#undef LITEVK_LIMIT

}  // namespace

std::vector<Limit> LimitsOf(const DriverQuery& query) {
  std::vector<Limit> list;
  const VkPhysicalDeviceLimits& limits = query.properties().limits;
  AddCompute(limits, list);
  AddMemory(limits, list);
  AddDescriptors(limits, list);
  AddExtending(query, list);
  return list;
}

}  // namespace litevk::vk
