// Helpers with which a Vulkan layer calls the functions below it. The interface with the loader:
// LoaderLayerInterface.md in Khronos' Vulkan-Loader.
#pragma once

#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

#include <mutex>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace litevk::layer {

// Functions below this layer, for each instance or device. A physical device shares its instance's key.
template <typename Below>
class BelowOf {
 public:
  template <typename Handle>
  void Put(Handle handle, Below below) {
    const std::scoped_lock lock(mutex_);
    below_[Key(handle)] = below;
  }
  template <typename Handle>
  Below Get(Handle handle) {
    const std::scoped_lock lock(mutex_);
    return below_.at(Key(handle));
  }

 private:
  // Returns the loader's dispatch table, to which the first member of every dispatchable handle points.
  template <typename Handle>
  static void* Key(Handle handle) {
    return *reinterpret_cast<void**>(handle);
  }

  std::mutex mutex_;
  std::unordered_map<void*, Below> below_;
};

// Takes the link below this layer out of the loader's chain, so that the next layer finds its own. Returns
// null if the loader gave none.
template <typename LinkInfo>
auto* TakeLink(const void* chain, VkStructureType type) {
  for (auto* next = static_cast<const VkBaseInStructure*>(chain); next != nullptr; next = next->pNext) {
    if (next->sType != type) continue;
    auto* link = reinterpret_cast<LinkInfo*>(const_cast<VkBaseInStructure*>(next));
    if (link->function == VK_LAYER_LINK_INFO)
      return std::exchange(link->u.pLayerInfo, link->u.pLayerInfo->pNext);
  }
  return decltype(LinkInfo{}.u.pLayerInfo){};
}

// Takes the link of an instance, which names the functions below this layer.
inline const VkLayerInstanceLink* TakeLink(const VkInstanceCreateInfo& info) {
  return TakeLink<VkLayerInstanceCreateInfo>(info.pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
}

// Takes the link of a device.
inline const VkLayerDeviceLink* TakeLink(const VkDeviceCreateInfo& info) {
  return TakeLink<VkLayerDeviceCreateInfo>(info.pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
}

// Makes the instance by the functions below this layer. Sets `get`, which looks up the other ones.
inline VkResult CreateInstanceBelow(const VkInstanceCreateInfo& info, const VkAllocationCallbacks* allocator,
                                    VkInstance* instance, PFN_vkGetInstanceProcAddr& get) {
  const VkLayerInstanceLink* const below = TakeLink(info);
  if (below == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
  get = below->pfnNextGetInstanceProcAddr;
  return reinterpret_cast<PFN_vkCreateInstance>(get(nullptr, "vkCreateInstance"))(&info, allocator, instance);
}

// Makes the device by the functions below this layer. Sets `get`, which looks up the other ones.
inline VkResult CreateDeviceBelow(VkInstance instance, VkPhysicalDevice physical,
                                  const VkDeviceCreateInfo& info, const VkAllocationCallbacks* allocator,
                                  VkDevice* device, PFN_vkGetDeviceProcAddr& get) {
  const VkLayerDeviceLink* const below = TakeLink(info);
  if (below == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
  get = below->pfnNextGetDeviceProcAddr;
  const auto create =
      reinterpret_cast<PFN_vkCreateDevice>(below->pfnNextGetInstanceProcAddr(instance, "vkCreateDevice"));
  return create(physical, &info, allocator, device);
}

// A function that the layer provides instead of the one below.
struct Function {
  std::string_view name;
  PFN_vkVoidFunction function;
};

// Returns the layer's own function of that name, or null.
inline PFN_vkVoidFunction FindFunction(std::span<const Function> functions, std::string_view name) {
  for (const Function& own : functions) {
    if (own.name == name) return own.function;
  }
  return nullptr;
}

// Makes an instance, and keeps it with the function that looks up the others. `Below` has these as its
// members.
template <typename Below>
VkResult CreateInstanceIn(BelowOf<Below>& instances, const VkInstanceCreateInfo& info,
                          const VkAllocationCallbacks* allocator, VkInstance* instance) {
  PFN_vkGetInstanceProcAddr get = nullptr;
  const VkResult result = CreateInstanceBelow(info, allocator, instance, get);
  if (result == VK_SUCCESS) instances.Put(*instance, {*instance, get});
  return result;
}

// Returns the layer's own function of that name, or the one below.
template <typename Below>
PFN_vkVoidFunction FindFunction(std::span<const Function> functions, BelowOf<Below>& instances,
                                VkInstance instance, const char* name) {
  const PFN_vkVoidFunction own = FindFunction(functions, name);
  if (own != nullptr || instance == nullptr) return own;
  return instances.Get(instance).get(instance, name);
}

// Answers the loader's query for the interface version and the functions that look up others.
inline VkResult Negotiate(VkNegotiateLayerInterface& negotiated, PFN_vkGetInstanceProcAddr of_instance,
                          PFN_vkGetDeviceProcAddr of_device) {
  constexpr uint32_t kInterface = 2;
  if (negotiated.loaderLayerInterfaceVersion < kInterface) return VK_ERROR_INITIALIZATION_FAILED;
  negotiated.loaderLayerInterfaceVersion = kInterface;
  negotiated.pfnGetInstanceProcAddr = of_instance;
  negotiated.pfnGetDeviceProcAddr = of_device;
  negotiated.pfnGetPhysicalDeviceProcAddr = nullptr;
  return VK_SUCCESS;
}

}  // namespace litevk::layer
