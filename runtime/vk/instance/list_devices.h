// Lists this machine's Vulkan devices, with what their drivers report of them.
#pragma once

#include <vector>

#include "runtime/base/status.h"
#include "runtime/vk/instance/device_info.h"
#include "runtime/vk/instance/driver_facts.h"

namespace litevk::vk {

struct DeviceListing {
  std::vector<DeviceInfo> devices;
  std::vector<DriverFacts> facts;  // one for each device, in the same order
};

// Returns all devices, usable or not. kUnavailable without a loader or a driver. Safe from any thread.
Result<std::vector<DeviceInfo>> ListDevices();

// Returns ListDevices() with everything that the drivers report. Missing facts are omitted and no error.
Result<DeviceListing> ListDevicesWithFacts();

// Returns the largest device-local heap of the device, as its driver reports it now. Most GPUs have only one.
// kUnavailable if the device has none.
Result<MemoryHeap> MainHeap(const DeviceInfo& device);

}  // namespace litevk::vk
