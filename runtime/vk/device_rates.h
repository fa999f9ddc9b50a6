// The rates of a device, from a table by its type: nothing is measured, so that the start stays fast and the
// same model is divided in the same way in every run.
#pragma once

#include "runtime/graph/device_rates.h"
#include "runtime/vk/device_info.h"

namespace litevk::vk {

// How inputs and outputs reach the device.
enum class IoPath {
  kInPlace,  // the device uses the host's memory
  kMapped,   // the host copies to and from memory that the device uses
  kStaged,   // the same, and the device copies between that and its own memory
};

gpu::DeviceRates RatesOf(DeviceType type, IoPath path);

}  // namespace litevk::vk
