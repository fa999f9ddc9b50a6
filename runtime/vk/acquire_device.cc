#include "runtime/vk/acquire_device.h"

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "runtime/vk/instance/device_nodes.h"
#include "runtime/vk/instance/instance.h"
#include "runtime/vk/instance/lifetime.h"
#include "runtime/vk/instance/physical_device.h"
#include "runtime/vk/kept_devices.h"

namespace litevk::vk {

Result<std::shared_ptr<const Device>> AcquireDevice(const DeviceRequest& request) {
  LITEVK_RETURN_IF_ERROR(ClaimDriver());
  static std::mutex mutex;
  static std::map<std::pair<uint32_t, uint32_t>, std::weak_ptr<const Device>> alive;
  const std::lock_guard lock(mutex);
  Result<std::shared_ptr<const Instance>> instance = Instance::Acquire();
  if (!instance.ok()) {
    std::string message = instance.status().message();
    for (const std::string& problem : DeviceNodeProblems()) message += "; " + problem;
    return Status(instance.status().code(), std::move(message));
  }
  LITEVK_ASSIGN_OR_RETURN(std::vector<DeviceInfo> infos, DescribeAll(**instance));
  LITEVK_ASSIGN_OR_RETURN(const uint32_t index,
                          ChooseDevice(infos, request, [] { return DeviceNodeProblems(); }));
  std::weak_ptr<const Device>& entry = alive[{index, request.disabled_features.bits()}];
  if (std::shared_ptr<const Device> device = entry.lock(); device != nullptr && !device->lost()) {
    return device;
  }
  LITEVK_ASSIGN_OR_RETURN(std::shared_ptr<const Device> device,
                          Device::Create(*instance, infos[index], request.disabled_features, StopKeeping));
  entry = device;
  return device;
}

}  // namespace litevk::vk
