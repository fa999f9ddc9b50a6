// Keeps devices for the life of the process instead of that of their last user. An interpreter made for each
// request then finds the device and its compiled pipelines, which take longer to make than to use.
#pragma once

#include <memory>

namespace litevk::vk {

class Device;

// Keeps the device until StopKeeping, or for the life of the process. Nothing is destroyed at exit, as
// drivers may be gone before this library's static objects are. Does nothing with LITEVK_VALIDATION=1, where
// the layer checks for leaks when a device is destroyed. A device without users is dropped before a fork, as
// a driver's threads do not survive in the child. Safe from any thread.
void KeepDevice(std::shared_ptr<const Device> device);

// Stops keeping the device, if it is kept, which then belongs to its users. Safe from any thread.
void StopKeeping(const Device& device);

// Stops keeping all devices, so that each test begins with nothing. Safe from any thread.
void StopKeepingAll();

}  // namespace litevk::vk
