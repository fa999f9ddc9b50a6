// The begin and duration of the steps of a program's runs, on the host and on the device, for a picture of
// them.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "delegate/report/compat_report.h"
#include "runtime/exec/executable.h"

namespace litevk {

class RunTimeline {
 public:
  // Records the first `max_runs` runs; later ones cost nothing.
  explicit RunTimeline(int max_runs) : max_runs_(static_cast<size_t>(max_runs)) {}

  bool is_wanted() const { return max_runs_ > 0; }
  // Sets the steps that made the program, in milliseconds, the first of them from `begin_us` on.
  void SetBuild(double begin_us, const std::vector<std::pair<std::string_view, double>>& steps_ms);
  // Begins a run, or begins a failed one anew.
  void BeginRun();
  // Ends a step that lasted since the step before, or since the run began.
  void EndStep(std::string_view name);
  // Ends a run, with the times of its dispatches, if there are any.
  void EndRun(const std::vector<DispatchTime>& times);

  const TimelineReport& report() const { return report_; }

 private:
  bool IsRecording() const { return report_.runs.size() < max_runs_; }

  size_t max_runs_;
  TimelineReport report_;
  RunReport run_;  // under way
  double last_us_ = 0;
};

}  // namespace litevk
