// The device's measured peaks, and the measured cost of a submission that does nothing.
#pragma once

#include <memory>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/vk/device.h"

namespace litevk::bench {

// Microseconds of a run's overhead, without its work.
struct EmptyCost {
  double submission = 0;  // with one dispatch that does nothing
  double dispatch = 0;    // per further dispatch, including the barrier before it
  double noise = 0;       // noise of `submission`: median minus p10, as disturbances only add time

  double Of(size_t dispatches) const { return submission + dispatch * (static_cast<double>(dispatches) - 1); }
};

// Computes the overhead from the times of runs with one empty dispatch and with `many`.
EmptyCost EmptyCostOf(std::vector<double> one, std::vector<double> several, size_t many);

struct DevicePeaks {
  double gflops = 0;       // float32 multiply-adds, two operations each, in registers
  double gbs = 0;          // bytes read and written, in 1e9 per second; 128 MiB are read
  EmptyCost empty_device;  // by device timestamps; 0 without them
  EmptyCost empty_host;    // from submission to fence
};

Result<DevicePeaks> MeasurePeaks(const std::shared_ptr<const vk::Device>& device);

}  // namespace litevk::bench
