// What the device can do at most, and what a submission costs that does nothing: measured, not looked up.
#pragma once

#include <memory>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/vk/device.h"

namespace litevk::bench {

// Microseconds that a run takes without its work.
struct EmptyCost {
  double submission = 0;  // with one dispatch that does nothing
  double dispatch = 0;    // each further one, with the barrier before it
  double noise = 0;       // of the former: the median less p10, as disturbances only add to a time

  double Of(size_t dispatches) const { return submission + dispatch * (static_cast<double>(dispatches) - 1); }
};

// From the times of runs with one empty dispatch and with `many`.
EmptyCost EmptyCostOf(std::vector<double> one, std::vector<double> several, size_t many);

struct DevicePeaks {
  double gflops = 0;       // float32 multiply-adds, two operations each, in registers
  double gbs = 0;          // bytes read and written, 128 MiB of them read, in 1e9 a second
  EmptyCost empty_device;  // by device timestamps; 0 without
  EmptyCost empty_host;    // from submission to fence
};

Result<DevicePeaks> MeasurePeaks(const std::shared_ptr<const vk::Device>& device);

}  // namespace litevk::bench
