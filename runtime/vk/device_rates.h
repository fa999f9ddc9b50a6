// The rates of a device, from a table by device type. Nothing is measured. So the start is fast, and a model
// is always partitioned in the same way.
#pragma once

#include "runtime/graph/device_rates.h"
#include "runtime/vk/instance/device_info.h"

namespace litevk::vk {

// How inputs and outputs reach the device.
enum class IoPath {
  kInPlace,  // the device uses the host's memory
  kMapped,   // the host copies to and from memory that the device uses
  kStaged,   // like kMapped, and the device copies between that and its own memory
};

gpu::DeviceRates RatesOf(DeviceType type, IoPath path);

}  // namespace litevk::vk
