#include "bench/probe/device_time.h"

#include <string>

namespace litevk::bench {

Result<double> DeviceUsOf(const Executable& executable, const std::function<Status()>& run) {
  constexpr int kAttempts = 10;
  const bool is_timed =
      executable.stats().dispatches > 0 && executable.device().features().has(vk::Feature::kTimestamps);
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    LITEVK_RETURN_IF_ERROR(run());
    LITEVK_ASSIGN_OR_RETURN(const auto times, executable.ReadDispatchTimes());
    double microseconds = 0;
    for (const DispatchTime& time : times) microseconds += time.microseconds;
    if (!times.empty() || !is_timed) return microseconds;
  }
  return Unavailable(executable.device().info().name + ": expected timestamps of one of " +
                     std::to_string(kAttempts) + " runs, found none");
}

}  // namespace litevk::bench
