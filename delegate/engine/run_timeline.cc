#include "delegate/engine/run_timeline.h"

#include <utility>

#include "runtime/base/stopwatch.h"

namespace litevk {

void RunTimeline::SetBuild(double begin_us,
                           const std::vector<std::pair<std::string_view, double>>& steps_ms) {
  constexpr double kUsPerMs = 1000;
  for (const auto& [name, milliseconds] : steps_ms) {
    const double us = kUsPerMs * milliseconds;
    report_.build.push_back({.name = std::string(name), .begin_us = begin_us, .us = us});
    begin_us += us;
  }
}

void RunTimeline::BeginRun() {
  if (!IsRecording()) return;
  run_ = {};
  last_us_ = SteadyUs();
}

void RunTimeline::EndStep(std::string_view name) {
  if (!IsRecording()) return;
  const double now_us = SteadyUs();
  run_.steps.push_back({.name = std::string(name), .begin_us = last_us_, .us = now_us - last_us_});
  last_us_ = now_us;
}

void RunTimeline::EndRun(const std::vector<DispatchTime>& times) {
  if (!IsRecording()) return;
  if (!times.empty()) run_.device_begin_us = times.front().begin_us;
  for (const DispatchTime& time : times) run_.dispatch_us.push_back(time.microseconds);
  report_.runs.push_back(std::exchange(run_, {}));
}

}  // namespace litevk
