// A device whose memory is nearly full, to find out what other programs do on it.
#pragma once

#include <cstdint>

#include "runtime/base/status.h"
#include "runtime/vk/device_request.h"

namespace litevk::tools {

// Takes device-local memory of the device until `left_bytes` of its budget are left or no more can be had,
// prints a line of JSON on what it took, and holds it until standard input ends. A device that runs on the
// CPU has the machine's own memory: there it takes little, and says so. kUnavailable without a device.
Status OccupyAllBut(uint64_t left_bytes, const vk::DeviceRequest& request);

}  // namespace litevk::tools
