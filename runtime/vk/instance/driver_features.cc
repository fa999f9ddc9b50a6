#include <array>
#include <span>

#include "runtime/vk/instance/driver_lists.h"
#include "runtime/vk/instance/registry_structs.h"

namespace litevk::vk {
namespace {

using Names = std::vector<std::string>;

template <typename Struct>
struct Member {
  const char* name;
  VkBool32 Struct::*value;
};

// A structure of features, and its members that are features.
template <typename Struct, size_t kCount>
struct Extending {
  AnswerStruct form;
  std::array<Member<Struct>, kCount> members;
};

#define LITEVK_MEMBER(Struct, member) \
  { #member, &Struct::member }

using Core = VkPhysicalDeviceFeatures;
using Storage16Bit = VkPhysicalDevice16BitStorageFeatures;
using Storage8Bit = VkPhysicalDevice8BitStorageFeatures;
using NarrowTypes = VkPhysicalDeviceShaderFloat16Int8Features;
using Pointers = VkPhysicalDeviceVariablePointersFeatures;
using SubgroupSize = VkPhysicalDeviceSubgroupSizeControlFeatures;
using DotProduct = VkPhysicalDeviceShaderIntegerDotProductFeatures;
using MemoryModel = VkPhysicalDeviceVulkanMemoryModelFeatures;
using Addresses = VkPhysicalDeviceBufferDeviceAddressFeatures;
using Timelines = VkPhysicalDeviceTimelineSemaphoreFeatures;
using Synchronization = VkPhysicalDeviceSynchronization2Features;
using DotProducts = VkPhysicalDeviceShaderIntegerDotProductProperties;

constexpr Member<Core> kCore[] = {LITEVK_MEMBER(Core, robustBufferAccess),
                                  LITEVK_MEMBER(Core, fullDrawIndexUint32),
                                  LITEVK_MEMBER(Core, imageCubeArray),
                                  LITEVK_MEMBER(Core, independentBlend),
                                  LITEVK_MEMBER(Core, geometryShader),
                                  LITEVK_MEMBER(Core, tessellationShader),
                                  LITEVK_MEMBER(Core, sampleRateShading),
                                  LITEVK_MEMBER(Core, dualSrcBlend),
                                  LITEVK_MEMBER(Core, logicOp),
                                  LITEVK_MEMBER(Core, multiDrawIndirect),
                                  LITEVK_MEMBER(Core, drawIndirectFirstInstance),
                                  LITEVK_MEMBER(Core, depthClamp),
                                  LITEVK_MEMBER(Core, depthBiasClamp),
                                  LITEVK_MEMBER(Core, fillModeNonSolid),
                                  LITEVK_MEMBER(Core, depthBounds),
                                  LITEVK_MEMBER(Core, wideLines),
                                  LITEVK_MEMBER(Core, largePoints),
                                  LITEVK_MEMBER(Core, alphaToOne),
                                  LITEVK_MEMBER(Core, multiViewport),
                                  LITEVK_MEMBER(Core, samplerAnisotropy),
                                  LITEVK_MEMBER(Core, textureCompressionETC2),
                                  LITEVK_MEMBER(Core, textureCompressionASTC_LDR),
                                  LITEVK_MEMBER(Core, textureCompressionBC),
                                  LITEVK_MEMBER(Core, occlusionQueryPrecise),
                                  LITEVK_MEMBER(Core, pipelineStatisticsQuery),
                                  LITEVK_MEMBER(Core, vertexPipelineStoresAndAtomics),
                                  LITEVK_MEMBER(Core, fragmentStoresAndAtomics),
                                  LITEVK_MEMBER(Core, shaderTessellationAndGeometryPointSize),
                                  LITEVK_MEMBER(Core, shaderImageGatherExtended),
                                  LITEVK_MEMBER(Core, shaderStorageImageExtendedFormats),
                                  LITEVK_MEMBER(Core, shaderStorageImageMultisample),
                                  LITEVK_MEMBER(Core, shaderStorageImageReadWithoutFormat),
                                  LITEVK_MEMBER(Core, shaderStorageImageWriteWithoutFormat),
                                  LITEVK_MEMBER(Core, shaderUniformBufferArrayDynamicIndexing),
                                  LITEVK_MEMBER(Core, shaderSampledImageArrayDynamicIndexing),
                                  LITEVK_MEMBER(Core, shaderStorageBufferArrayDynamicIndexing),
                                  LITEVK_MEMBER(Core, shaderStorageImageArrayDynamicIndexing),
                                  LITEVK_MEMBER(Core, shaderClipDistance),
                                  LITEVK_MEMBER(Core, shaderCullDistance),
                                  LITEVK_MEMBER(Core, shaderFloat64),
                                  LITEVK_MEMBER(Core, shaderInt64),
                                  LITEVK_MEMBER(Core, shaderInt16),
                                  LITEVK_MEMBER(Core, shaderResourceResidency),
                                  LITEVK_MEMBER(Core, shaderResourceMinLod),
                                  LITEVK_MEMBER(Core, sparseBinding),
                                  LITEVK_MEMBER(Core, sparseResidencyBuffer),
                                  LITEVK_MEMBER(Core, sparseResidencyImage2D),
                                  LITEVK_MEMBER(Core, sparseResidencyImage3D),
                                  LITEVK_MEMBER(Core, sparseResidency2Samples),
                                  LITEVK_MEMBER(Core, sparseResidency4Samples),
                                  LITEVK_MEMBER(Core, sparseResidency8Samples),
                                  LITEVK_MEMBER(Core, sparseResidency16Samples),
                                  LITEVK_MEMBER(Core, sparseResidencyAliased),
                                  LITEVK_MEMBER(Core, variableMultisampleRate),
                                  LITEVK_MEMBER(Core, inheritedQueries)};

constexpr Extending<Storage16Bit, 4> kStorage16Bit = {
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES, "VK_KHR_16bit_storage", VK_API_VERSION_1_1},
    {{LITEVK_MEMBER(Storage16Bit, storageBuffer16BitAccess),
      LITEVK_MEMBER(Storage16Bit, uniformAndStorageBuffer16BitAccess),
      LITEVK_MEMBER(Storage16Bit, storagePushConstant16),
      LITEVK_MEMBER(Storage16Bit, storageInputOutput16)}}};
constexpr Extending<Storage8Bit, 3> kStorage8Bit = {
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES, "VK_KHR_8bit_storage", VK_API_VERSION_1_2},
    {{LITEVK_MEMBER(Storage8Bit, storageBuffer8BitAccess),
      LITEVK_MEMBER(Storage8Bit, uniformAndStorageBuffer8BitAccess),
      LITEVK_MEMBER(Storage8Bit, storagePushConstant8)}}};
constexpr Extending<NarrowTypes, 2> kNarrowTypes = {
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES, "VK_KHR_shader_float16_int8",
     VK_API_VERSION_1_2},
    {{LITEVK_MEMBER(NarrowTypes, shaderFloat16), LITEVK_MEMBER(NarrowTypes, shaderInt8)}}};
constexpr Extending<Pointers, 2> kPointers = {
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VARIABLE_POINTERS_FEATURES, "VK_KHR_variable_pointers",
     VK_API_VERSION_1_1},
    {{LITEVK_MEMBER(Pointers, variablePointersStorageBuffer), LITEVK_MEMBER(Pointers, variablePointers)}}};
constexpr Extending<SubgroupSize, 2> kSubgroupSize = {
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES, "VK_EXT_subgroup_size_control",
     VK_API_VERSION_1_3},
    {{LITEVK_MEMBER(SubgroupSize, subgroupSizeControl), LITEVK_MEMBER(SubgroupSize, computeFullSubgroups)}}};
constexpr Extending<DotProduct, 1> kDotProduct = {
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_FEATURES,
     "VK_KHR_shader_integer_dot_product", VK_API_VERSION_1_3},
    {{LITEVK_MEMBER(DotProduct, shaderIntegerDotProduct)}}};
constexpr Extending<MemoryModel, 3> kMemoryModel = {
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_MEMORY_MODEL_FEATURES, "VK_KHR_vulkan_memory_model",
     VK_API_VERSION_1_2},
    {{LITEVK_MEMBER(MemoryModel, vulkanMemoryModel), LITEVK_MEMBER(MemoryModel, vulkanMemoryModelDeviceScope),
      LITEVK_MEMBER(MemoryModel, vulkanMemoryModelAvailabilityVisibilityChains)}}};
constexpr Extending<Addresses, 3> kAddresses = {
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES, "VK_KHR_buffer_device_address",
     VK_API_VERSION_1_2},
    {{LITEVK_MEMBER(Addresses, bufferDeviceAddress),
      LITEVK_MEMBER(Addresses, bufferDeviceAddressCaptureReplay),
      LITEVK_MEMBER(Addresses, bufferDeviceAddressMultiDevice)}}};
constexpr Extending<Timelines, 1> kTimelines = {
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES, "VK_KHR_timeline_semaphore",
     VK_API_VERSION_1_2},
    {{LITEVK_MEMBER(Timelines, timelineSemaphore)}}};
constexpr Extending<Synchronization, 1> kSynchronization = {
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SYNCHRONIZATION_2_FEATURES, "VK_KHR_synchronization2",
     VK_API_VERSION_1_3},
    {{LITEVK_MEMBER(Synchronization, synchronization2)}}};

constexpr Extending<CooperativeMatrixFeatures, 2> kCooperativeMatrix = {
    {kCooperativeMatrixFeaturesType, "VK_KHR_cooperative_matrix"},
    {{LITEVK_MEMBER(CooperativeMatrixFeatures, cooperativeMatrix),
      LITEVK_MEMBER(CooperativeMatrixFeatures, cooperativeMatrixRobustBufferAccess)}}};

constexpr Member<DotProducts> kDotProducts[] = {
    LITEVK_MEMBER(DotProducts, integerDotProduct8BitUnsignedAccelerated),
    LITEVK_MEMBER(DotProducts, integerDotProduct8BitSignedAccelerated),
    LITEVK_MEMBER(DotProducts, integerDotProduct8BitMixedSignednessAccelerated),
    LITEVK_MEMBER(DotProducts, integerDotProduct4x8BitPackedUnsignedAccelerated),
    LITEVK_MEMBER(DotProducts, integerDotProduct4x8BitPackedSignedAccelerated),
    LITEVK_MEMBER(DotProducts, integerDotProduct4x8BitPackedMixedSignednessAccelerated),
    LITEVK_MEMBER(DotProducts, integerDotProduct16BitUnsignedAccelerated),
    LITEVK_MEMBER(DotProducts, integerDotProduct16BitSignedAccelerated),
    LITEVK_MEMBER(DotProducts, integerDotProduct16BitMixedSignednessAccelerated),
    LITEVK_MEMBER(DotProducts, integerDotProduct32BitUnsignedAccelerated),
    LITEVK_MEMBER(DotProducts, integerDotProduct32BitSignedAccelerated),
    LITEVK_MEMBER(DotProducts, integerDotProduct32BitMixedSignednessAccelerated),
    LITEVK_MEMBER(DotProducts, integerDotProduct64BitUnsignedAccelerated),
    LITEVK_MEMBER(DotProducts, integerDotProduct64BitSignedAccelerated),
    LITEVK_MEMBER(DotProducts, integerDotProduct64BitMixedSignednessAccelerated),
    LITEVK_MEMBER(DotProducts, integerDotProductAccumulatingSaturating8BitUnsignedAccelerated),
    LITEVK_MEMBER(DotProducts, integerDotProductAccumulatingSaturating8BitSignedAccelerated),
    LITEVK_MEMBER(DotProducts, integerDotProductAccumulatingSaturating8BitMixedSignednessAccelerated),
    LITEVK_MEMBER(DotProducts, integerDotProductAccumulatingSaturating4x8BitPackedUnsignedAccelerated),
    LITEVK_MEMBER(DotProducts, integerDotProductAccumulatingSaturating4x8BitPackedSignedAccelerated),
    LITEVK_MEMBER(DotProducts, integerDotProductAccumulatingSaturating4x8BitPackedMixedSignednessAccelerated),
    LITEVK_MEMBER(DotProducts, integerDotProductAccumulatingSaturating16BitUnsignedAccelerated),
    LITEVK_MEMBER(DotProducts, integerDotProductAccumulatingSaturating16BitSignedAccelerated),
    LITEVK_MEMBER(DotProducts, integerDotProductAccumulatingSaturating16BitMixedSignednessAccelerated),
    LITEVK_MEMBER(DotProducts, integerDotProductAccumulatingSaturating32BitUnsignedAccelerated),
    LITEVK_MEMBER(DotProducts, integerDotProductAccumulatingSaturating32BitSignedAccelerated),
    LITEVK_MEMBER(DotProducts, integerDotProductAccumulatingSaturating32BitMixedSignednessAccelerated),
    LITEVK_MEMBER(DotProducts, integerDotProductAccumulatingSaturating64BitUnsignedAccelerated),
    LITEVK_MEMBER(DotProducts, integerDotProductAccumulatingSaturating64BitSignedAccelerated),
    LITEVK_MEMBER(DotProducts, integerDotProductAccumulatingSaturating64BitMixedSignednessAccelerated)};

#undef LITEVK_MEMBER

template <typename Struct>
void AddTrue(const Struct& answer, std::span<const Member<Struct>> members, Names& names) {
  for (const Member<Struct>& member : members) {
    if (answer.*member.value == VK_TRUE) names.emplace_back(member.name);
  }
}

template <typename Struct, size_t kCount>
void AddTrue(const DriverQuery& query, const Extending<Struct, kCount>& extending, Names& names) {
  const std::optional<Struct> answer = query.Features<Struct>(extending.form);
  if (answer) AddTrue<Struct>(*answer, extending.members, names);
}

}  // namespace

std::vector<std::string> FeaturesOf(const DriverQuery& query) {
  Names names;
  VkPhysicalDeviceFeatures core = {};
  query.fn().vkGetPhysicalDeviceFeatures(query.device(), &core);
  AddTrue<Core>(core, kCore, names);
  const auto add = [&](const auto&... extending) { (AddTrue(query, extending, names), ...); };
  add(kStorage16Bit, kStorage8Bit, kNarrowTypes, kPointers, kSubgroupSize, kDotProduct, kMemoryModel,
      kAddresses, kTimelines, kSynchronization, kCooperativeMatrix);
  return names;
}

std::vector<std::string> AcceleratedDotProductsOf(const DriverQuery& query) {
  const auto answer =
      query.Properties<DotProducts>({VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_PROPERTIES,
                                     "VK_KHR_shader_integer_dot_product", VK_API_VERSION_1_3});
  Names names;
  if (answer) AddTrue<DotProducts>(*answer, kDotProducts, names);
  return names;
}

}  // namespace litevk::vk
