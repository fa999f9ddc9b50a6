// What the device can do at most, and what a dispatch costs that does nothing: measured, not looked up.
#pragma once

#include <memory>

#include "runtime/base/status.h"
#include "runtime/vk/device.h"

namespace litevk::bench {

struct DevicePeaks {
  double gflops = 0;             // float32 multiply-adds, two operations each, in registers
  double gbs = 0;                // bytes read and written, 128 MiB of them read, in 1e9 a second
  double empty_dispatch_us = 0;  // device time; 0 without timestamps
  double empty_submit_us = 0;    // host time from submission to fence, with one empty dispatch
};

Result<DevicePeaks> MeasurePeaks(const std::shared_ptr<const vk::Device>& device);

}  // namespace litevk::bench
