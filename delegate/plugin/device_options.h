// Options that concern the device.
#pragma once

#include "delegate/engine/options.h"
#include "delegate/self_test/trusted_device.h"
#include "runtime/graph/device_profile.h"
#include "runtime/vk/device.h"
#include "runtime/vk/device_rates.h"
#include "runtime/vk/instance/device_request.h"

namespace litevk {

// True if the options make a missing device an error.
bool DeviceIsRequired(const Options& options);

vk::DeviceRequest DeviceRequestOf(const Options& options);

// Returns the devices that the option self_test asks.
AskedDevices AskedDevicesOf(const Options& options);

// Replaces values of the device's class by those that the options set.
void ApplyProfileOptions(const Options& options, gpu::DeviceProfile& profile);

// Returns the path on which an executable passes inputs and outputs.
vk::IoPath IoPathOf(const vk::Device& device, const Options& options);

}  // namespace litevk
