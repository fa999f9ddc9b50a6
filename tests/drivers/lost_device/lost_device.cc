// A Vulkan layer that loses the device of a submission for good, as a watchdog does. A device that is opened
// afterwards works. The variable LITEVK_TEST_LOST has the submissions of the process, from 0, with which a
// device is lost: "3" or "3,5".
#include <array>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "bench/peers/feature_layer/vulkan_layer.h"

namespace {

using litevk::layer::BelowOf;
using litevk::layer::CreateDeviceBelow;
using litevk::layer::CreateInstanceIn;
using litevk::layer::FindFunction;
using litevk::layer::Function;

struct InstanceBelow {
  VkInstance instance = nullptr;
  PFN_vkGetInstanceProcAddr get = nullptr;
};

struct DeviceBelow {
  PFN_vkGetDeviceProcAddr get = nullptr;
  PFN_vkQueueSubmit submit = nullptr;
  PFN_vkWaitForFences wait = nullptr;
  PFN_vkGetFenceStatus status = nullptr;
  std::shared_ptr<std::atomic<bool>> is_lost;
};

BelowOf<InstanceBelow> instances;
BelowOf<DeviceBelow> devices;
std::atomic<int> submissions = 0;

template <typename Pointer>
Pointer Find(PFN_vkGetDeviceProcAddr get, VkDevice device, const char* name) {
  return reinterpret_cast<Pointer>(get(device, name));
}

// True if the device is lost with this submission of the process.
bool IsLostWith(int submission) {
  const char* text = std::getenv("LITEVK_TEST_LOST");
  const std::string all = std::string(",") + (text == nullptr ? "" : text) + ",";
  return all.find("," + std::to_string(submission) + ",") != std::string::npos;
}

VKAPI_ATTR VkResult VKAPI_CALL QueueSubmit(VkQueue queue, uint32_t count, const VkSubmitInfo* submits,
                                           VkFence fence) {
  const DeviceBelow below = devices.Get(queue);
  if (IsLostWith(submissions++)) *below.is_lost = true;
  return *below.is_lost ? VK_ERROR_DEVICE_LOST : below.submit(queue, count, submits, fence);
}

VKAPI_ATTR VkResult VKAPI_CALL WaitForFences(VkDevice device, uint32_t count, const VkFence* fences,
                                             VkBool32 waits_for_all, uint64_t timeout) {
  const DeviceBelow below = devices.Get(device);
  return *below.is_lost ? VK_ERROR_DEVICE_LOST : below.wait(device, count, fences, waits_for_all, timeout);
}

VKAPI_ATTR VkResult VKAPI_CALL GetFenceStatus(VkDevice device, VkFence fence) {
  const DeviceBelow below = devices.Get(device);
  return *below.is_lost ? VK_ERROR_DEVICE_LOST : below.status(device, fence);
}

VKAPI_ATTR VkResult VKAPI_CALL CreateDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                            const VkAllocationCallbacks* allocator, VkDevice* device) {
  PFN_vkGetDeviceProcAddr get = nullptr;
  const VkResult result =
      CreateDeviceBelow(instances.Get(physical).instance, physical, *info, allocator, device, get);
  if (result != VK_SUCCESS) return result;
  devices.Put(*device, {.get = get,
                        .submit = Find<PFN_vkQueueSubmit>(get, *device, "vkQueueSubmit"),
                        .wait = Find<PFN_vkWaitForFences>(get, *device, "vkWaitForFences"),
                        .status = Find<PFN_vkGetFenceStatus>(get, *device, "vkGetFenceStatus"),
                        .is_lost = std::make_shared<std::atomic<bool>>(false)});
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL CreateInstance(const VkInstanceCreateInfo* info,
                                              const VkAllocationCallbacks* allocator, VkInstance* instance) {
  return CreateInstanceIn(instances, *info, allocator, instance);
}

const std::array kDeviceFunctions = {
    Function{"vkQueueSubmit", reinterpret_cast<PFN_vkVoidFunction>(QueueSubmit)},
    Function{"vkWaitForFences", reinterpret_cast<PFN_vkVoidFunction>(WaitForFences)},
    Function{"vkGetFenceStatus", reinterpret_cast<PFN_vkVoidFunction>(GetFenceStatus)},
};

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetDeviceProcAddr(VkDevice device, const char* name) {
  const PFN_vkVoidFunction own = FindFunction(kDeviceFunctions, name);
  return own != nullptr ? own : devices.Get(device).get(device, name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetInstanceProcAddr(VkInstance instance, const char* name);

const std::array kFunctions = {
    Function{"vkGetInstanceProcAddr", reinterpret_cast<PFN_vkVoidFunction>(GetInstanceProcAddr)},
    Function{"vkCreateInstance", reinterpret_cast<PFN_vkVoidFunction>(CreateInstance)},
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
