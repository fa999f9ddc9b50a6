// Where the device's clock lies on the host's.
#pragma once

#include <vector>

#include "tools/run/gpu_report.h"

namespace litevk::bench {

// How long the device took for the dispatches of a run.
double DeviceUs(const tools::ProgramRun& run);

class DeviceClock {
 public:
  explicit DeviceClock(const std::vector<tools::ProgramTimeline>& programs);

  // The host's time of a run's first dispatch.
  double HostUs(const tools::ProgramRun& run) const;
  // Half of the room that all runs together leave.
  double uncertainty_us() const { return uncertainty_us_; }

 private:
  double offset_us_ = 0;
  double uncertainty_us_ = 0;
};

}  // namespace litevk::bench
