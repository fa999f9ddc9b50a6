// A Vulkan layer that sets maxMemoryAllocationSize to the bytes in the variable LITEVK_TEST_MAX_ALLOCATION.
// It fails every larger allocation, except imports of existing memory. Ordinary models then need several
// allocations, like models of several gigabytes on a real device.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include "bench/peers/feature_layer/vulkan_layer.h"

namespace {

using litevk::layer::BelowOf;
using litevk::layer::CreateDeviceBelow;
using litevk::layer::CreateInstanceBelow;
using litevk::layer::FindFunction;
using litevk::layer::Function;

struct InstanceBelow {
  VkInstance instance = nullptr;
  PFN_vkGetInstanceProcAddr get = nullptr;
  PFN_vkGetPhysicalDeviceProperties2 properties = nullptr;
};

struct DeviceBelow {
  PFN_vkGetDeviceProcAddr get = nullptr;
  PFN_vkAllocateMemory allocate = nullptr;
};

BelowOf<InstanceBelow> instances;
BelowOf<DeviceBelow> devices;

VkDeviceSize MostBytes() {
  const char* text = std::getenv("LITEVK_TEST_MAX_ALLOCATION");
  return text == nullptr ? VK_WHOLE_SIZE : std::strtoull(text, nullptr, 10);
}

VKAPI_ATTR void VKAPI_CALL GetProperties2(VkPhysicalDevice device, VkPhysicalDeviceProperties2* properties) {
  instances.Get(device).properties(device, properties);
  for (auto* next = static_cast<VkBaseOutStructure*>(properties->pNext); next != nullptr;
       next = next->pNext) {
    if (next->sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES) continue;
    VkDeviceSize& most =
        reinterpret_cast<VkPhysicalDeviceMaintenance3Properties*>(next)->maxMemoryAllocationSize;
    most = std::min(most, MostBytes());
  }
}

bool IsImport(const VkMemoryAllocateInfo& info) {
  for (auto* next = static_cast<const VkBaseInStructure*>(info.pNext); next != nullptr; next = next->pNext) {
    if (next->sType == VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT) return true;
    if (next->sType == VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR) return true;
  }
  return false;
}

VKAPI_ATTR VkResult VKAPI_CALL AllocateMemory(VkDevice device, const VkMemoryAllocateInfo* info,
                                              const VkAllocationCallbacks* allocator,
                                              VkDeviceMemory* memory) {
  if (info->allocationSize > MostBytes() && !IsImport(*info)) return VK_ERROR_OUT_OF_DEVICE_MEMORY;
  return devices.Get(device).allocate(device, info, allocator, memory);
}

VKAPI_ATTR VkResult VKAPI_CALL CreateDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                            const VkAllocationCallbacks* allocator, VkDevice* device) {
  PFN_vkGetDeviceProcAddr get = nullptr;
  const VkResult result =
      CreateDeviceBelow(instances.Get(physical).instance, physical, *info, allocator, device, get);
  if (result != VK_SUCCESS) return result;
  devices.Put(*device, {get, reinterpret_cast<PFN_vkAllocateMemory>(get(*device, "vkAllocateMemory"))});
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL CreateInstance(const VkInstanceCreateInfo* info,
                                              const VkAllocationCallbacks* allocator, VkInstance* instance) {
  PFN_vkGetInstanceProcAddr get = nullptr;
  const VkResult result = CreateInstanceBelow(*info, allocator, instance, get);
  if (result != VK_SUCCESS) return result;
  instances.Put(*instance, {*instance, get,
                            reinterpret_cast<PFN_vkGetPhysicalDeviceProperties2>(
                                get(*instance, "vkGetPhysicalDeviceProperties2"))});
  return result;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetDeviceProcAddr(VkDevice device, const char* name) {
  if (std::string_view(name) == "vkAllocateMemory")
    return reinterpret_cast<PFN_vkVoidFunction>(AllocateMemory);
  return devices.Get(device).get(device, name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetInstanceProcAddr(VkInstance instance, const char* name);

const std::array kFunctions = {
    Function{"vkGetInstanceProcAddr", reinterpret_cast<PFN_vkVoidFunction>(GetInstanceProcAddr)},
    Function{"vkCreateInstance", reinterpret_cast<PFN_vkVoidFunction>(CreateInstance)},
    Function{"vkGetPhysicalDeviceProperties2", reinterpret_cast<PFN_vkVoidFunction>(GetProperties2)},
    Function{"vkGetPhysicalDeviceProperties2KHR", reinterpret_cast<PFN_vkVoidFunction>(GetProperties2)},
    Function{"vkCreateDevice", reinterpret_cast<PFN_vkVoidFunction>(CreateDevice)},
    Function{"vkGetDeviceProcAddr", reinterpret_cast<PFN_vkVoidFunction>(GetDeviceProcAddr)},
    Function{"vkAllocateMemory", reinterpret_cast<PFN_vkVoidFunction>(AllocateMemory)},
};

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetInstanceProcAddr(VkInstance instance, const char* name) {
  return FindFunction(kFunctions, instances, instance, name);
}

}  // namespace

extern "C" [[gnu::visibility("default")]] VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* negotiated) {
  return litevk::layer::Negotiate(*negotiated, GetInstanceProcAddr, GetDeviceProcAddr);
}
