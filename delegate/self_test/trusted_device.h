// A device whose answers are known to be right, or which is used without what it gets wrong.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "delegate/self_test/self_test.h"
#include "runtime/vk/instance/device_request.h"

namespace litevk {

// The kinds of devices that are asked (docs/design/self_test.md).
struct AskedDevices {
  bool gpus = true;
  bool cpu_drivers = false;
};

struct TrustedDevice {
  std::shared_ptr<const vk::Device> device;
  vk::DeviceRequest request;            // opens the device again, without the features that are switched off
  std::vector<SelfTestAnswer> answers;  // empty: no question was asked
  std::vector<std::string> warnings;    // features that are switched off, and files that cannot be kept
};

// Acquires the device that the request chooses, and asks it once in a process. `folder` keeps answers between
// processes; "": nothing does. Features of wrong answers are switched off. Returns kUnavailable, with the
// answer, if another answer is wrong. A device that cannot be asked is returned with a warning: what fails
// then is the model. Safe from any thread.
Result<TrustedDevice> AcquireTrustedDevice(vk::DeviceRequest request, AskedDevices asked,
                                           const std::string& folder);

}  // namespace litevk
