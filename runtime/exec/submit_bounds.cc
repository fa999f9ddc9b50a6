#include "runtime/exec/submit_bounds.h"

#include <numeric>
#include <utility>

#include "runtime/graph/cut_dims.h"

namespace litevk {

SubmitBounds::SubmitBounds(SubmitBound bound) : bound_(std::move(bound)) {
  run_us_ = std::accumulate(bound_.dispatch_us.begin(), bound_.dispatch_us.end(), 0.0);
}

gpu::SubmissionPlan SubmitBounds::Plan(std::span<const gpu::Dispatch> dispatches) {
  has_changed_ = false;
  std::vector<gpu::DispatchEstimate> estimates;
  estimates.reserve(dispatches.size());
  for (size_t d = 0; d < dispatches.size(); ++d) {
    const double us = is_limited() ? bound_.dispatch_us[d] : 0;
    estimates.push_back({.us = us, .workgroups = dispatches[d].workgroups});
  }
  return gpu::PlanSubmissions(estimates, bound_.limit_us / speed_.slowdown(),
                              [&](size_t d) { return gpu::CutDimsOf(dispatches[d]); });
}

void SubmitBounds::BeginRun() {
  if (is_limited()) watch_.LapMs();
}

void SubmitBounds::EndRun(size_t submissions) {
  if (!is_limited() || run_us_ <= 0) return;
  constexpr double kUsPerMs = 1e3;
  const double work_us = watch_.LapMs() * kUsPerMs - bound_.submit_us * static_cast<double>(submissions);
  has_changed_ = speed_.Add(work_us / run_us_) || has_changed_;
}

}  // namespace litevk
