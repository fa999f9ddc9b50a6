// Offset between the device's clock and the host's.
#pragma once

#include <vector>

#include "tools/run/gpu_report.h"

namespace litevk::bench {

// Returns the device time of a run's dispatches.
double DeviceUs(const tools::ProgramRun& run);

class DeviceClock {
 public:
  explicit DeviceClock(const std::vector<tools::ProgramTimeline>& programs);

  // Returns the host's time of a run's first dispatch.
  double HostUs(const tools::ProgramRun& run) const;
  // Half of the range of offsets that fits all runs.
  double uncertainty_us() const { return uncertainty_us_; }

 private:
  double offset_us_ = 0;
  double uncertainty_us_ = 0;
};

}  // namespace litevk::bench
