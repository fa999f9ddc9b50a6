#include "tools/run/cpu_times.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "runtime/base/count_text.h"
#include "runtime/base/stopwatch.h"
#include "tools/program/interrupt.h"
#include "tools/program/progress.h"
#include "tools/run/inputs.h"

namespace litevk::tools {
namespace {

constexpr double kUsPerMs = 1000;
// The CPU's time is not measured if the estimate is longer: a user who wants a device's time would not wait.
constexpr double kLongMs = 2000;
// The model runs again until this time is over, since the first run finds cold caches.
constexpr double kMoreRunsMs = 50;
constexpr size_t kMostRuns = 10;

double EstimatedMs(const GpuReport& report) {
  return (report.claimed.cpu_us + report.left_out.cpu_us) / kUsPerMs;
}

template <typename... Values>
std::string Format(const char* format, Values... values) {
  std::array<char, 160> text = {};
  std::snprintf(text.data(), text.size(), format, values...);
  return text.data();
}

}  // namespace

CpuTimes MeasuredOnCpu(const TimeOnCpu& measure) {
  auto times = measure();
  return times.ok() ? *std::move(times) : CpuTimes{.problem = times.status().message()};
}

std::optional<CpuTimes> CpuTimesBeside(int partitions, const std::optional<GpuReport>& report,
                                       const TimeOnCpu& measure) {
  if (partitions == 0 || WasInterrupted()) return std::nullopt;
  const double estimated_ms = report.has_value() ? EstimatedMs(*report) : 0;
  if (estimated_ms > kLongMs) return CpuTimes{.estimated_ms = estimated_ms};
  return MeasuredOnCpu(measure);
}

Result<CpuTimes> RunOnCpu(const std::filesystem::path& model, SessionOptions options,
                          const std::vector<Array>& inputs) {
  const Progress progress("running the model on the CPU kernels");
  options.delegate.clear();
  options.delegate_options.clear();
  options.enable_profiling = false;
  Stopwatch watch;
  CpuTimes times;
  LITEVK_ASSIGN_OR_RETURN(const auto session, RunOnce(model, options, inputs, &times.ms.emplace_back()));
  LITEVK_ASSIGN_OR_RETURN(times.outputs, ReadOutputs(*session));
  double left_ms = kMoreRunsMs - times.ms.front();
  while (left_ms > 0 && times.ms.size() < kMostRuns && !WasInterrupted()) {
    watch.LapMs();
    LITEVK_RETURN_IF_ERROR(session->Invoke());
    left_ms -= times.ms.emplace_back(watch.LapMs());
  }
  return times;
}

double MedianMs(const CpuTimes& times) {
  std::vector<double> ms = times.ms;
  const auto middle = ms.begin() + static_cast<std::ptrdiff_t>(ms.size() / 2);
  std::ranges::nth_element(ms, middle);
  return *middle;
}

std::string ToString(const CpuTimes& times) {
  if (!times.problem.empty()) return "litevk's CPU kernels cannot run the model: " + times.problem;
  if (times.estimated_ms) {
    return Format(
        "litevk's CPU kernels: not measured, since that would take long; what a device can run is estimated "
        "to take %.0f ms there (--compare cpu measures)",
        *times.estimated_ms);
  }
  return Format("litevk's CPU kernels: median %.3f ms, %s", MedianMs(times),
                CountText(times.ms.size(), "run").c_str());
}

}  // namespace litevk::tools
