// Fills a device's memory nearly, to test other programs on such a device.
#pragma once

#include <cstdint>

#include "runtime/base/status.h"
#include "runtime/vk/instance/device_request.h"

namespace litevk::tools {

// Takes device-local memory of the device until `left_bytes` of its budget are left or allocations fail.
// Prints a line of JSON on the memory taken, and holds it until standard input ends. Takes little of a device
// that runs on the CPU, since its memory is the machine's; the line says so. Returns kUnavailable without a
// device.
Status OccupyAllBut(uint64_t left_bytes, const vk::DeviceRequest& request);

}  // namespace litevk::tools
