#include "runtime/vk/instance/device_properties.h"

#include <algorithm>
#include <utility>

#include "runtime/vk/instance/flag_words.h"
#include "runtime/vk/instance/structs.h"

namespace litevk::vk {
namespace {

template <typename Struct>
void Chain(VkPhysicalDeviceProperties2& head, Struct& next) {
  next.pNext = std::exchange(head.pNext, &next);
}

template <typename Struct>
void Chain(VkPhysicalDeviceFeatures2& head, Struct& next) {
  next.pNext = std::exchange(head.pNext, &next);
}

void DescribeSubgroups(const VkPhysicalDeviceSubgroupProperties& subgroups, DeviceInfo& info) {
  if ((subgroups.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) == 0) return;
  // Bits above quad belong to extensions.
  constexpr VkSubgroupFeatureFlags kCore = 2 * VK_SUBGROUP_FEATURE_QUAD_BIT - 1;
  info.subgroup_operations = SubgroupWords(subgroups.supportedOperations & kCore);
  constexpr VkSubgroupFeatureFlags kNeeded =
      VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_ARITHMETIC_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_BIT;
  if ((subgroups.supportedOperations & kNeeded) != kNeeded) return;
  info.features.Add(Feature::kSubgroups);
  info.limits.subgroup_size = subgroups.subgroupSize;
}

// Uses the smaller limit, since a buffer and its memory have the same size here. A driver that does not
// report a limit has 0.
void DescribeAllocations(const VkPhysicalDeviceMaintenance3Properties& memory,
                         const VkPhysicalDeviceMaintenance4Properties& buffers, gpu::DeviceLimits& to) {
  if (memory.maxMemoryAllocationSize > 0) to.max_allocation_bytes = memory.maxMemoryAllocationSize;
  if (buffers.maxBufferSize > 0) {
    to.max_allocation_bytes = std::min<uint64_t>(to.max_allocation_bytes, buffers.maxBufferSize);
  }
}

bool HasTexels(const Instance& instance, VkPhysicalDevice device, VkFormat format,
               VkFormatFeatureFlags features) {
  VkFormatProperties properties = {};
  instance.fn().vkGetPhysicalDeviceFormatProperties(device, format, &properties);
  return (properties.bufferFeatures & features) == features;
}

}  // namespace

bool Contains(const Extensions& extensions, std::string_view name) {
  return std::find(extensions.begin(), extensions.end(), name) != extensions.end();
}

void DescribeLimits(const VkPhysicalDeviceLimits& from, gpu::DeviceLimits& to) {
  to.max_storage_buffer_range_bytes = from.maxStorageBufferRange;
  to.storage_buffer_alignment_bytes = from.minStorageBufferOffsetAlignment;
  to.max_bound_texel_buffers =
      std::min({from.maxPerStageDescriptorStorageImages, from.maxDescriptorSetStorageImages,
                from.maxPerStageDescriptorSampledImages, from.maxDescriptorSetSampledImages});
  to.max_texel_buffer_elements = from.maxTexelBufferElements;
  to.texel_buffer_alignment_bytes = from.minTexelBufferOffsetAlignment;
  std::copy_n(from.maxComputeWorkGroupCount, 3, to.max_workgroup_count.begin());
  std::copy_n(from.maxComputeWorkGroupSize, 3, to.max_workgroup_size.begin());
  to.max_workgroup_invocations = from.maxComputeWorkGroupInvocations;
  to.max_shared_memory_bytes = from.maxComputeSharedMemorySize;
  to.max_push_constant_bytes = from.maxPushConstantsSize;
  to.max_bound_storage_buffers = std::min({from.maxPerStageDescriptorStorageBuffers,
                                           from.maxDescriptorSetStorageBuffers, from.maxPerStageResources});
}

void DescribeProperties2(const Instance& instance, VkPhysicalDevice device, uint32_t version,
                         const Extensions& extensions, DeviceInfo& info) {
  auto properties = Make<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
  auto subgroups =
      Make<VkPhysicalDeviceSubgroupProperties>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES);
  auto driver = Make<VkPhysicalDeviceDriverProperties>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES);
  auto host_pointers = Make<VkPhysicalDeviceExternalMemoryHostPropertiesEXT>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_MEMORY_HOST_PROPERTIES_EXT);
  auto multiprocessors = Make<VkPhysicalDeviceShaderSMBuiltinsPropertiesNV>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SM_BUILTINS_PROPERTIES_NV);
  auto dot_products = Make<VkPhysicalDeviceShaderIntegerDotProductProperties>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_PROPERTIES);
  auto maintenance3 = Make<VkPhysicalDeviceMaintenance3Properties>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES);
  auto maintenance4 = Make<VkPhysicalDeviceMaintenance4Properties>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_PROPERTIES);
  Chain(properties, subgroups);
  Chain(properties, maintenance3);
  if (version >= VK_API_VERSION_1_3 || Contains(extensions, VK_KHR_MAINTENANCE_4_EXTENSION_NAME)) {
    Chain(properties, maintenance4);
  }
  if (Contains(extensions, VK_KHR_SHADER_INTEGER_DOT_PRODUCT_EXTENSION_NAME)) Chain(properties, dot_products);
  if (Contains(extensions, "VK_NV_shader_sm_builtins")) Chain(properties, multiprocessors);
  if (Contains(extensions, VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME)) Chain(properties, host_pointers);
  if (version >= VK_API_VERSION_1_2 || Contains(extensions, VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME)) {
    Chain(properties, driver);
  }
  instance.fn().vkGetPhysicalDeviceProperties2(device, &properties);
  info.driver = driver.driverName;
  if (driver.driverInfo[0] != '\0') info.driver += std::string(" ") + driver.driverInfo;
  DescribeSubgroups(subgroups, info);
  if (host_pointers.minImportedHostPointerAlignment > 0) {
    info.limits.host_pointer_alignment_bytes = host_pointers.minImportedHostPointerAlignment;
  }
  info.cores = multiprocessors.shaderSMCount;
  DescribeAllocations(maintenance3, maintenance4, info.limits);
  info.limits.dot_product = dot_products.integerDotProduct4x8BitPackedSignedAccelerated == VK_TRUE
                                ? gpu::PackedDotProduct::kAccelerated
                                : gpu::PackedDotProduct::kEmulated;
}

void DescribeFeatures(const Instance& instance, VkPhysicalDevice device, const Extensions& extensions,
                      DeviceInfo& info) {
  auto features = Make<VkPhysicalDeviceFeatures2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
  auto half =
      Make<VkPhysicalDevice16BitStorageFeatures>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES);
  auto byte =
      Make<VkPhysicalDevice8BitStorageFeatures>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES);
  auto executable = Make<VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR);
  auto dot_product = Make<VkPhysicalDeviceShaderIntegerDotProductFeatures>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_FEATURES);
  Chain(features, half);
  if (Contains(extensions, VK_KHR_SHADER_INTEGER_DOT_PRODUCT_EXTENSION_NAME)) Chain(features, dot_product);
  if (Contains(extensions, VK_KHR_8BIT_STORAGE_EXTENSION_NAME)) Chain(features, byte);
  if (Contains(extensions, VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME)) Chain(features, executable);
  instance.fn().vkGetPhysicalDeviceFeatures2(device, &features);
  if (features.features.shaderInt64 == VK_TRUE) info.features.Add(Feature::kInt64);
  if (half.storageBuffer16BitAccess == VK_TRUE) info.features.Add(Feature::kStorage16Bit);
  if (byte.storageBuffer8BitAccess == VK_TRUE) info.features.Add(Feature::kStorage8Bit);
  if (dot_product.shaderIntegerDotProduct == VK_TRUE) info.features.Add(Feature::kDotProduct);
  if (executable.pipelineExecutableInfo == VK_TRUE) info.features.Add(Feature::kPipelineStatistics);

  if (HasTexels(instance, device, VK_FORMAT_R32G32B32A32_SFLOAT,
                VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT | VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT) &&
      HasTexels(instance, device, VK_FORMAT_R32_SFLOAT, VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT)) {
    info.features.Add(Feature::kTexelBuffers);
  }
}

}  // namespace litevk::vk
