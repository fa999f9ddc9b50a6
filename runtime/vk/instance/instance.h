// The process's Vulkan instance.
#pragma once

#include <vulkan/vulkan.h>

#include <memory>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/vk/instance/symbols.h"

namespace litevk::vk {

class Instance {
 public:
  // Returns the live instance, or a new one (Vulkan 1.1, with the validation layer if LITEVK_VALIDATION=1).
  // Returns kUnavailable without a loader or a driver, and after fork() (ClaimDriver). Safe from any thread.
  static Result<std::shared_ptr<const Instance>> Acquire();

  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;
  ~Instance();

  const InstanceFunctions& fn() const { return functions_; }
  // Returns the devices in enumeration order, which DeviceInfo::index counts.
  Result<std::vector<VkPhysicalDevice>> PhysicalDevices() const;

 private:
  Instance() = default;
  static Result<std::shared_ptr<const Instance>> Create();
  Status CreateMessenger();

  VkInstance handle_ = VK_NULL_HANDLE;
  InstanceFunctions functions_;
  VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
};

}  // namespace litevk::vk
