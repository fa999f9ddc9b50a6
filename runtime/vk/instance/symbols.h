// Tables of the Vulkan functions that the project calls, loaded at run time: nothing links libvulkan. A
// missing function makes the load fail, except in the OPTIONAL lists.
#pragma once

#include <vulkan/vulkan.h>

#include "runtime/base/status.h"

#define LITEVK_GLOBAL_FUNCTIONS(X)          \
  X(vkCreateInstance)                       \
  X(vkEnumerateInstanceExtensionProperties) \
  X(vkEnumerateInstanceLayerProperties)     \
  X(vkEnumerateInstanceVersion)

#define LITEVK_INSTANCE_FUNCTIONS(X)             \
  X(vkCreateDevice)                              \
  X(vkDestroyInstance)                           \
  X(vkEnumerateDeviceExtensionProperties)        \
  X(vkEnumeratePhysicalDevices)                  \
  X(vkGetDeviceProcAddr)                         \
  X(vkGetPhysicalDeviceExternalBufferProperties) \
  X(vkGetPhysicalDeviceFeatures)                 \
  X(vkGetPhysicalDeviceFeatures2)                \
  X(vkGetPhysicalDeviceFormatProperties)         \
  X(vkGetPhysicalDeviceMemoryProperties)         \
  X(vkGetPhysicalDeviceProperties)               \
  X(vkGetPhysicalDeviceProperties2)              \
  X(vkGetPhysicalDeviceQueueFamilyProperties)

#define LITEVK_OPTIONAL_INSTANCE_FUNCTIONS(X) \
  X(vkCreateDebugUtilsMessengerEXT)           \
  X(vkDestroyDebugUtilsMessengerEXT)          \
  X(vkGetPhysicalDeviceMemoryProperties2)

#define LITEVK_DEVICE_FUNCTIONS(X)  \
  X(vkAllocateCommandBuffers)       \
  X(vkAllocateDescriptorSets)       \
  X(vkAllocateMemory)               \
  X(vkBeginCommandBuffer)           \
  X(vkBindBufferMemory)             \
  X(vkCmdBindDescriptorSets)        \
  X(vkCmdBindPipeline)              \
  X(vkCmdCopyBuffer)                \
  X(vkCmdDispatch)                  \
  X(vkCmdDispatchBase)              \
  X(vkCmdPipelineBarrier)           \
  X(vkCmdPushConstants)             \
  X(vkCmdResetQueryPool)            \
  X(vkCmdWriteTimestamp)            \
  X(vkCreateBuffer)                 \
  X(vkCreateBufferView)             \
  X(vkCreateCommandPool)            \
  X(vkCreateComputePipelines)       \
  X(vkCreateDescriptorPool)         \
  X(vkCreateDescriptorSetLayout)    \
  X(vkCreateFence)                  \
  X(vkCreatePipelineCache)          \
  X(vkCreatePipelineLayout)         \
  X(vkCreateQueryPool)              \
  X(vkCreateShaderModule)           \
  X(vkDestroyBuffer)                \
  X(vkDestroyBufferView)            \
  X(vkDestroyCommandPool)           \
  X(vkDestroyDescriptorPool)        \
  X(vkDestroyDescriptorSetLayout)   \
  X(vkDestroyDevice)                \
  X(vkDestroyFence)                 \
  X(vkDestroyPipeline)              \
  X(vkDestroyPipelineCache)         \
  X(vkDestroyPipelineLayout)        \
  X(vkDestroyQueryPool)             \
  X(vkDestroyShaderModule)          \
  X(vkEndCommandBuffer)             \
  X(vkFlushMappedMemoryRanges)      \
  X(vkFreeMemory)                   \
  X(vkGetBufferMemoryRequirements)  \
  X(vkGetDeviceQueue)               \
  X(vkGetFenceStatus)               \
  X(vkGetPipelineCacheData)         \
  X(vkGetQueryPoolResults)          \
  X(vkInvalidateMappedMemoryRanges) \
  X(vkMapMemory)                    \
  X(vkMergePipelineCaches)          \
  X(vkQueueSubmit)                  \
  X(vkQueueWaitIdle)                \
  X(vkResetFences)                  \
  X(vkUpdateDescriptorSets)         \
  X(vkWaitForFences)

#define LITEVK_OPTIONAL_DEVICE_FUNCTIONS(X) \
  X(vkGetMemoryHostPointerPropertiesEXT)    \
  X(vkGetPipelineExecutablePropertiesKHR)   \
  X(vkGetPipelineExecutableStatisticsKHR)

namespace litevk::vk {

#define LITEVK_DECLARE_FUNCTION(name) PFN_##name name = nullptr;

struct GlobalFunctions {
  PFN_vkGetInstanceProcAddr vkGetInstanceProcAddr = nullptr;
  LITEVK_GLOBAL_FUNCTIONS(LITEVK_DECLARE_FUNCTION)
};

struct InstanceFunctions {
  LITEVK_INSTANCE_FUNCTIONS(LITEVK_DECLARE_FUNCTION)
  LITEVK_OPTIONAL_INSTANCE_FUNCTIONS(LITEVK_DECLARE_FUNCTION)
};

struct DeviceFunctions {
  LITEVK_DEVICE_FUNCTIONS(LITEVK_DECLARE_FUNCTION)
  LITEVK_OPTIONAL_DEVICE_FUNCTIONS(LITEVK_DECLARE_FUNCTION)
};

#undef LITEVK_DECLARE_FUNCTION

// Opens libvulkan.so.1 (or libvulkan.so) once for the life of the process: drivers do not survive unloading.
// kUnavailable if there is none. Safe from any thread.
Result<GlobalFunctions> LoadGlobalFunctions();

Result<InstanceFunctions> LoadInstanceFunctions(const GlobalFunctions& global, VkInstance instance);
Result<DeviceFunctions> LoadDeviceFunctions(const InstanceFunctions& instance, VkDevice device);

}  // namespace litevk::vk
