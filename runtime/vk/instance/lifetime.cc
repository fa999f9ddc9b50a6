#include "runtime/vk/instance/lifetime.h"

#include <atomic>

#include "runtime/platform/fork.h"

namespace litevk::vk {
namespace {

std::atomic<int> driver_owner = 0;  // process that uses the driver; 0: none yet

// Abandoned devices. Their handles are never destroyed, so no other device gets the same one. The list is not
// destroyed either, since devices' objects may outlive this file's static ones. It allocates nothing until a
// device is abandoned, so a program may load and close the library repeatedly.
struct AbandonedDevice {
  VkDevice handle = VK_NULL_HANDLE;
  const AbandonedDevice* next = nullptr;
};

std::atomic<const AbandonedDevice*> abandoned = nullptr;

}  // namespace

Status ClaimDriver() {
  int owner = 0;
  const int self = ProcessId();
  if (driver_owner.compare_exchange_strong(owner, self) || owner == self) return {};
  return Unavailable(
      "this process was forked from one that had used Vulkan, and drivers do not survive fork(): use the "
      "delegate only after forking, or start processes anew (Python: multiprocessing with the start method "
      "\"spawn\")");
}

bool DriverIsOurs() {
  const int owner = driver_owner;
  return owner == 0 || owner == ProcessId();
}

void Abandon(VkDevice device) {
  auto* added = new AbandonedDevice{.handle = device, .next = abandoned};
  while (!abandoned.compare_exchange_weak(added->next, added)) {
  }
}

bool MayDestroy(VkDevice device) {
  if (!DriverIsOurs()) return false;
  const AbandonedDevice* each = abandoned;
  while (each != nullptr && each->handle != device) each = each->next;
  return each == nullptr;
}

}  // namespace litevk::vk
