#include "delegate/engine/current_device.h"

#include <chrono>
#include <map>
#include <utility>

#include "runtime/vk/kept_devices.h"

namespace litevk {
namespace {

using std::chrono::steady_clock;

// A device that is lost again this soon after it was opened anew would be lost again and again.
constexpr std::chrono::minutes kLeastBetweenLosses{1};

// The last device that the process has replaced, by the number of the physical device.
struct Replaced {
  std::weak_ptr<const vk::Device> device;
  steady_clock::time_point at;

  bool Is(const std::shared_ptr<const vk::Device>& other) const {
    return !device.owner_before(other) && !other.owner_before(device);
  }
};

struct ReplacedDevices {
  std::mutex mutex;
  std::map<uint32_t, Replaced> by_index;
};

ReplacedDevices& AllReplaced() {
  static auto& replaced = *new ReplacedDevices();
  return replaced;
}

// True if the lost device may be opened anew. All users of one device may replace it, which counts once.
bool MayReplace(const std::shared_ptr<const vk::Device>& lost) {
  ReplacedDevices& all = AllReplaced();
  const std::scoped_lock lock(all.mutex);
  const auto now = steady_clock::now();
  const auto found = all.by_index.find(lost->info().index);
  if (found != all.by_index.end() && found->second.Is(lost)) return true;
  if (found != all.by_index.end() && now - found->second.at < kLeastBetweenLosses) return false;
  all.by_index[lost->info().index] = {lost, now};
  return true;
}

bool AreAlike(const vk::Device& a, const vk::Device& b) {
  return a.info().name == b.info().name && a.info().driver == b.info().driver &&
         a.features().bits() == b.features().bits();
}

}  // namespace

std::shared_ptr<const vk::Device> CurrentDevice::Get() const {
  const std::scoped_lock lock(mutex_);
  return device_;
}

Result<bool> CurrentDevice::Recover() {
  const std::scoped_lock lock(mutex_);
  if (!device_->lost()) return false;
  if (device_->hangs()) return Unavailable("it is not opened anew, as it may still be busy");
  if (open_ == nullptr || !MayReplace(device_)) {
    return Unavailable("it is not opened anew, as it was lost twice within a minute");
  }
  LITEVK_ASSIGN_OR_RETURN(std::shared_ptr<const vk::Device> opened, open_());
  if (!AreAlike(*opened, *device_)) {
    return Unavailable("it is not opened anew: expected " + device_->info().name + ", found " +
                       opened->info().name + " or other features");
  }
  device_ = std::move(opened);
  vk::KeepDevice(device_);
  return true;
}

void ForgetLostDevices() {
  ReplacedDevices& all = AllReplaced();
  const std::scoped_lock lock(all.mutex);
  all.by_index.clear();
}

}  // namespace litevk
