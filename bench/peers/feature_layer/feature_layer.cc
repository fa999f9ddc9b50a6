// A Vulkan layer that reports the four features shader*ArrayDynamicIndexing for a driver that lacks some of
// them. Dawn, below LiteRT's WebGPU accelerator, refuses Mesa 22.3's lavapipe only for these. With the layer
// it runs there, and its outputs are right. Devices are created with the driver's real features.
//
// Commands do not pass through the layer, so it adds no cost to an inference. The interface with the loader:
// LoaderLayerInterface.md in Khronos' Vulkan-Loader.
#include <array>

#include "bench/peers/feature_layer/vulkan_layer.h"

namespace {

using litevk::layer::BelowOf;
using litevk::layer::CreateDeviceBelow;
using litevk::layer::CreateInstanceBelow;
using litevk::layer::FindFunction;
using litevk::layer::Function;

constexpr std::array kReported = {
    &VkPhysicalDeviceFeatures::shaderUniformBufferArrayDynamicIndexing,
    &VkPhysicalDeviceFeatures::shaderSampledImageArrayDynamicIndexing,
    &VkPhysicalDeviceFeatures::shaderStorageBufferArrayDynamicIndexing,
    &VkPhysicalDeviceFeatures::shaderStorageImageArrayDynamicIndexing,
};

// Functions below this layer. They are looked up while the instance is created: a later look-up by the loader
// would start above this layer again.
struct InstanceBelow {
  VkInstance instance = nullptr;
  PFN_vkGetInstanceProcAddr get = nullptr;
  PFN_vkGetPhysicalDeviceFeatures features = nullptr;
  PFN_vkGetPhysicalDeviceFeatures2 features2 = nullptr;  // function of Vulkan 1.1 or of the extension
};

InstanceBelow FindBelow(VkInstance instance, PFN_vkGetInstanceProcAddr get) {
  const auto find2 = [=](const char* name) {
    return reinterpret_cast<PFN_vkGetPhysicalDeviceFeatures2>(get(instance, name));
  };
  InstanceBelow below = {.instance = instance, .get = get};
  below.features =
      reinterpret_cast<PFN_vkGetPhysicalDeviceFeatures>(get(instance, "vkGetPhysicalDeviceFeatures"));
  below.features2 = find2("vkGetPhysicalDeviceFeatures2");
  if (below.features2 == nullptr) below.features2 = find2("vkGetPhysicalDeviceFeatures2KHR");
  return below;
}

BelowOf<InstanceBelow> instances;
BelowOf<PFN_vkGetDeviceProcAddr> devices;

void Report(VkPhysicalDeviceFeatures& features) {
  for (const auto feature : kReported) features.*feature = VK_TRUE;
}

VKAPI_ATTR void VKAPI_CALL GetFeatures(VkPhysicalDevice device, VkPhysicalDeviceFeatures* features) {
  instances.Get(device).features(device, features);
  Report(*features);
}

VKAPI_ATTR void VKAPI_CALL GetFeatures2(VkPhysicalDevice device, VkPhysicalDeviceFeatures2* features) {
  instances.Get(device).features2(device, features);
  Report(features->features);
}

// Clears the reported features that the driver lacks.
void Restrict(VkPhysicalDeviceFeatures& asked, const VkPhysicalDeviceFeatures& present) {
  for (const auto feature : kReported) asked.*feature = asked.*feature != 0 && present.*feature != 0;
}

VKAPI_ATTR VkResult VKAPI_CALL CreateDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                            const VkAllocationCallbacks* allocator, VkDevice* device) {
  const InstanceBelow instance = instances.Get(physical);
  VkPhysicalDeviceFeatures present = {};
  instance.features(physical, &present);
  VkDeviceCreateInfo restricted = *info;
  VkPhysicalDeviceFeatures enabled = {};
  if (info->pEnabledFeatures != nullptr) {
    enabled = *info->pEnabledFeatures;
    Restrict(enabled, present);
    restricted.pEnabledFeatures = &enabled;
  }
  // Features in a chain belong to the caller: a chain cannot be copied without knowing all of its types.
  VkPhysicalDeviceFeatures* chained = nullptr;
  for (auto* next = static_cast<const VkBaseInStructure*>(info->pNext); next != nullptr; next = next->pNext) {
    if (next->sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2) continue;
    chained = &reinterpret_cast<VkPhysicalDeviceFeatures2*>(const_cast<VkBaseInStructure*>(next))->features;
  }
  const VkPhysicalDeviceFeatures asked = chained != nullptr ? *chained : VkPhysicalDeviceFeatures{};
  if (chained != nullptr) Restrict(*chained, present);

  PFN_vkGetDeviceProcAddr get = nullptr;
  const VkResult result = CreateDeviceBelow(instance.instance, physical, restricted, allocator, device, get);
  if (chained != nullptr) *chained = asked;
  if (result == VK_SUCCESS) devices.Put(*device, get);
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL CreateInstance(const VkInstanceCreateInfo* info,
                                              const VkAllocationCallbacks* allocator, VkInstance* instance) {
  PFN_vkGetInstanceProcAddr get = nullptr;
  const VkResult result = CreateInstanceBelow(*info, allocator, instance, get);
  if (result == VK_SUCCESS) instances.Put(*instance, FindBelow(*instance, get));
  return result;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetDeviceProcAddr(VkDevice device, const char* name) {
  return devices.Get(device)(device, name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetInstanceProcAddr(VkInstance instance, const char* name);

const std::array kFunctions = {
    Function{"vkGetInstanceProcAddr", reinterpret_cast<PFN_vkVoidFunction>(GetInstanceProcAddr)},
    Function{"vkCreateInstance", reinterpret_cast<PFN_vkVoidFunction>(CreateInstance)},
    Function{"vkGetPhysicalDeviceFeatures", reinterpret_cast<PFN_vkVoidFunction>(GetFeatures)},
    Function{"vkGetPhysicalDeviceFeatures2", reinterpret_cast<PFN_vkVoidFunction>(GetFeatures2)},
    Function{"vkGetPhysicalDeviceFeatures2KHR", reinterpret_cast<PFN_vkVoidFunction>(GetFeatures2)},
    Function{"vkCreateDevice", reinterpret_cast<PFN_vkVoidFunction>(CreateDevice)},
    Function{"vkGetDeviceProcAddr", reinterpret_cast<PFN_vkVoidFunction>(GetDeviceProcAddr)},
};

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetInstanceProcAddr(VkInstance instance, const char* name) {
  return FindFunction(kFunctions, instances, instance, name);
}

}  // namespace

extern "C" [[gnu::visibility("default")]] VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* negotiated) {
  return litevk::layer::Negotiate(*negotiated, GetInstanceProcAddr, GetDeviceProcAddr);
}
