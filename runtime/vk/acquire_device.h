// Finds the device that an application requests among the process's live ones, or makes it.
#pragma once

#include <memory>

#include "runtime/base/status.h"
#include "runtime/vk/device.h"
#include "runtime/vk/instance/device_request.h"

namespace litevk::vk {

// Returns the device that the request chooses. A live one is shared with users that have disabled the same
// features. Returns kUnavailable without a fitting device, and in a child of fork() (ClaimDriver).
Result<std::shared_ptr<const Device>> AcquireDevice(const DeviceRequest& request);

}  // namespace litevk::vk
