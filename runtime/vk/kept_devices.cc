#include "runtime/vk/kept_devices.h"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>
#include <vector>

#include "runtime/platform/fork.h"
#include "runtime/vk/device.h"
#include "runtime/vk/instance/validation.h"

namespace litevk::vk {
namespace {

struct KeptDevices {
  std::mutex mutex;
  std::vector<std::shared_ptr<const Device>> devices;
};

// Returns the list, which is never destroyed.
KeptDevices& Kept() {
  static auto& kept = *new KeptDevices;
  return kept;
}

// Runs before a fork: in the child, Mesa's exit handlers would wait for threads of the driver that only the
// parent has.
void StopKeepingUnused() {
  std::vector<std::shared_ptr<const Device>> last;
  KeptDevices& kept = Kept();
  const std::lock_guard lock(kept.mutex);
  const auto is_used = [](const auto& device) { return device.use_count() > 1; };
  const auto unused = std::partition(kept.devices.begin(), kept.devices.end(), is_used);
  last.assign(std::make_move_iterator(unused), std::make_move_iterator(kept.devices.end()));
  kept.devices.erase(unused, kept.devices.end());
}

}  // namespace

void KeepDevice(std::shared_ptr<const Device> device) {
  if (ValidationRequested()) return;
  static const bool watches_forks = CallBeforeFork(StopKeepingUnused);
  if (!watches_forks) return;
  KeptDevices& kept = Kept();
  const std::lock_guard lock(kept.mutex);
  // A device that is lost from here on waits for the lock.
  const bool is_there = std::ranges::find(kept.devices, device) != kept.devices.end();
  if (!is_there && !device->lost()) kept.devices.push_back(std::move(device));
}

void StopKeeping(const Device& device) {
  // Dropping the last pointer may destroy the device, which must happen after the lock is released.
  std::shared_ptr<const Device> last;
  KeptDevices& kept = Kept();
  const std::lock_guard lock(kept.mutex);
  const auto found = std::ranges::find(kept.devices, &device, &std::shared_ptr<const Device>::get);
  if (found == kept.devices.end()) return;
  last = std::move(*found);
  kept.devices.erase(found);
}

void StopKeepingAll() {
  std::vector<std::shared_ptr<const Device>> last;
  KeptDevices& kept = Kept();
  const std::lock_guard lock(kept.mutex);
  last.swap(kept.devices);
}

}  // namespace litevk::vk
