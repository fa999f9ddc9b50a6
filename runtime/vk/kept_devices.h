// Devices that live as long as the process, not as their last user. An interpreter that is made for each
// request finds the device and its compiled pipelines, which take longer to make than to use.
#pragma once

#include <memory>

namespace litevk::vk {

class Device;

// Keeps the device until StopKeeping, or for good: nothing is destroyed when the process ends, as drivers may
// be gone before this library's static objects are. Does nothing with LITEVK_VALIDATION=1, where the layer
// looks for what was left behind when a device goes. A device without users goes before the process forks, as
// a driver's threads do not live on in the child. Safe from any thread.
void KeepDevice(std::shared_ptr<const Device> device);

// Leaves the device to its users. Nothing happens where it is not kept. Safe from any thread.
void StopKeeping(const Device& device);

// Leaves all to their users, for tests: each begins with nothing. Safe from any thread.
void StopKeepingAll();

}  // namespace litevk::vk
