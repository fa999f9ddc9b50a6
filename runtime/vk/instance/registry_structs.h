// Structures of Vulkan's registry that the headers of Debian 12 or Ubuntu 22.04 lack. With these copies, a
// program gives the same output wherever it was built.
#pragma once

#include <vulkan/vulkan.h>

namespace litevk::vk {

// VkPhysicalDeviceCooperativeMatrixFeaturesKHR.
inline constexpr auto kCooperativeMatrixFeaturesType = static_cast<VkStructureType>(1000506000);
struct CooperativeMatrixFeatures {
  VkStructureType sType;
  void* pNext;
  VkBool32 cooperativeMatrix;
  VkBool32 cooperativeMatrixRobustBufferAccess;
};

// VkPhysicalDeviceShaderCoreBuiltinsPropertiesARM.
inline constexpr auto kArmCoreBuiltinsType = static_cast<VkStructureType>(1000497001);
struct ArmCoreBuiltins {
  VkStructureType sType;
  void* pNext;
  uint64_t shaderCoreMask;
  uint32_t shaderCoreCount;
  uint32_t shaderWarpsPerCore;
};

// VkPhysicalDeviceShaderCorePropertiesARM.
inline constexpr auto kArmCoreRatesType = static_cast<VkStructureType>(1000415000);
struct ArmCoreRates {
  VkStructureType sType;
  void* pNext;
  uint32_t pixelRate;
  uint32_t texelRate;
  uint32_t fmaRate;
};

#ifdef VK_KHR_cooperative_matrix
static_assert(kCooperativeMatrixFeaturesType ==
              VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COOPERATIVE_MATRIX_FEATURES_KHR);
static_assert(sizeof(CooperativeMatrixFeatures) == sizeof(VkPhysicalDeviceCooperativeMatrixFeaturesKHR));
#endif
#ifdef VK_ARM_shader_core_builtins
static_assert(kArmCoreBuiltinsType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_BUILTINS_PROPERTIES_ARM);
static_assert(sizeof(ArmCoreBuiltins) == sizeof(VkPhysicalDeviceShaderCoreBuiltinsPropertiesARM));
#endif
#ifdef VK_ARM_shader_core_properties
static_assert(kArmCoreRatesType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_PROPERTIES_ARM);
static_assert(sizeof(ArmCoreRates) == sizeof(VkPhysicalDeviceShaderCorePropertiesARM));
#endif

}  // namespace litevk::vk
