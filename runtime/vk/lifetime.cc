#include "runtime/vk/lifetime.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

namespace litevk::vk {
namespace {

std::atomic<pid_t> driver_owner = 0;  // 0: nobody has used the driver

// Handles of abandoned devices are never destroyed, so no other device gets the same one.
struct AbandonedDevices {
  std::atomic<bool> any = false;
  std::mutex mutex;
  std::vector<VkDevice> handles;
};

AbandonedDevices& Abandoned() {
  // Never destroyed: objects of devices may outlive this file's static ones.
  static auto& devices = *new AbandonedDevices;
  return devices;
}

}  // namespace

Status ClaimDriver() {
  pid_t owner = 0;
  const pid_t self = getpid();
  if (driver_owner.compare_exchange_strong(owner, self) || owner == self) return {};
  return Unavailable(
      "this process was forked from one that had used Vulkan, and drivers do not survive fork(): use the "
      "delegate only after forking, or start processes anew (Python: multiprocessing with the start method "
      "\"spawn\")");
}

bool DriverIsOurs() {
  const pid_t owner = driver_owner;
  return owner == 0 || owner == getpid();
}

void Abandon(VkDevice device) {
  AbandonedDevices& abandoned = Abandoned();
  const std::lock_guard lock(abandoned.mutex);
  abandoned.handles.push_back(device);
  abandoned.any = true;
}

bool MayDestroy(VkDevice device) {
  if (!DriverIsOurs()) return false;
  AbandonedDevices& abandoned = Abandoned();
  if (!abandoned.any) return true;
  const std::lock_guard lock(abandoned.mutex);
  return std::ranges::find(abandoned.handles, device) == abandoned.handles.end();
}

}  // namespace litevk::vk
