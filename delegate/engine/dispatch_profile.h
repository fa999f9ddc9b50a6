// Device times of a program's dispatches, summed over its runs.
#pragma once

#include <cstdint>
#include <vector>

#include "delegate/report/compat_report.h"
#include "runtime/base/log.h"
#include "runtime/exec/executable.h"

namespace litevk {

class DispatchProfile {
 public:
  // Adds the times of one run; every run has the same dispatches. Empty: the driver did not have them.
  void Add(const std::vector<DispatchTime>& times);

  int64_t runs() const { return runs_; }  // runs with times
  int64_t runs_without_times() const { return runs_without_times_; }
  std::vector<DispatchReport> Means() const;
  // Logs a table at level info.
  void Log(const Logger& logger, int partition) const;

 private:
  std::vector<DispatchReport> sums_;  // `mean_us` holds the sum of the runs after the first
  int64_t runs_ = 0;
  int64_t runs_without_times_ = 0;
};

}  // namespace litevk
