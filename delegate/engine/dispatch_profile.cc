#include "delegate/engine/dispatch_profile.h"

#include <array>
#include <cstdio>
#include <string>

#include "runtime/base/count_text.h"

namespace litevk {

void DispatchProfile::Add(const std::vector<DispatchTime>& times) {
  if (times.empty()) {
    ++runs_without_times_;
    return;
  }
  if (runs_++ == 0) {
    for (const DispatchTime& time : times) {
      sums_.push_back({.node = time.source_node,
                       .fused_nodes = {time.fused_nodes.begin(), time.fused_nodes.end()},
                       .label = std::string(time.label),
                       .shader = std::string(time.shader),
                       .first_us = time.microseconds});
    }
    return;
  }
  for (size_t i = 0; i < times.size(); ++i) sums_[i].mean_us += times[i].microseconds;
}

std::vector<DispatchReport> DispatchProfile::Means() const {
  std::vector<DispatchReport> means = sums_;
  for (DispatchReport& mean : means) {
    mean.mean_us = runs_ == 1 ? mean.first_us : mean.mean_us / static_cast<double>(runs_ - 1);
  }
  return means;
}

void DispatchProfile::Log(const Logger& logger, int partition) const {
  const std::vector<DispatchReport> means = Means();
  double total = 0;
  for (const DispatchReport& mean : means) total += mean.mean_us;
  std::string title = "partition " + std::to_string(partition) + ": device time of " +
                      CountText(static_cast<size_t>(runs_), "run");
  if (runs_without_times_ > 0) title += "; " + std::to_string(runs_without_times_) + " more had none";
  logger.Info(title);
  if (runs_ == 0) return;
  logger.Info("   avg us      %  dispatch");
  for (const DispatchReport& mean : means) {
    std::array<char, 40> numbers = {};
    std::snprintf(numbers.data(), numbers.size(), "%9.1f  %5.1f  ", mean.mean_us,
                  total > 0 ? 100 * mean.mean_us / total : 0);
    logger.Info(std::string(numbers.data()).append(mean.label).append(" (").append(mean.shader).append(")"));
  }
}

}  // namespace litevk
