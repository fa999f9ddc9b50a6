// The device of a delegate, which is opened anew after it is lost (docs/design/recovery.md).
#pragma once

#include <functional>
#include <memory>
#include <mutex>

#include "runtime/base/status.h"
#include "runtime/vk/device.h"

namespace litevk {

// Safe from any thread.
class CurrentDevice {
 public:
  // Opens the device as it was opened first, without the features that were switched off.
  using Open = std::function<Result<std::shared_ptr<const vk::Device>>()>;

  // `device` is not null. Without `open`, a lost device stays lost.
  explicit CurrentDevice(std::shared_ptr<const vk::Device> device, Open open = {})
      : device_(std::move(device)), open_(std::move(open)) {}
  CurrentDevice(const CurrentDevice&) = delete;
  CurrentDevice& operator=(const CurrentDevice&) = delete;

  // Returns the device that new programs use. Programs keep the one that they were built for.
  std::shared_ptr<const vk::Device> Get() const;

  // Replaces the device if it is lost. Returns true if this call has replaced it, false if it was usable.
  // Fails if it cannot be opened, or if the process has replaced another lost one within the last minute.
  // Fails if a wait for the device did not end, as it may still be busy.
  Result<bool> Recover();

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const vk::Device> device_;
  Open open_;
};

// Forgets the devices that the process has lost, so that each test may lose one.
void ForgetLostDevices();

}  // namespace litevk
