// The bound of an executable's submissions, with the speed that its runs have shown.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "runtime/base/stopwatch.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/graph/run_speed.h"
#include "runtime/graph/submissions.h"

namespace litevk {

// The bound of a submission's duration, and the basis of the estimate of it.
struct SubmitBound {
  double limit_us = 0;              // 0: none
  std::vector<double> dispatch_us;  // estimates, by dispatch; not needed without a limit
  double submit_us = 0;             // estimated time of a submission without its work
};

// Without a limit, everything is one submission, and nothing is measured.
class SubmitBounds {
 public:
  SubmitBounds() = default;
  explicit SubmitBounds(SubmitBound bound);

  // Plans the submissions of a run, by the current speed.
  gpu::SubmissionPlan Plan(std::span<const gpu::Dispatch> dispatches);
  // True if the speed has changed since the last plan.
  bool has_changed() const { return has_changed_; }
  // Returns the ratio of a run's time to its estimate; 0 without a limit.
  double slowdown() const { return is_limited() ? speed_.slowdown() : 0; }

  // Time a run of so many submissions. It counts whole: from the submission to the end of the wait.
  void BeginRun();
  void EndRun(size_t submissions);

 private:
  bool is_limited() const { return bound_.limit_us > 0; }

  SubmitBound bound_;
  double run_us_ = 0;  // estimate of a run
  gpu::RunSpeed speed_;
  bool has_changed_ = false;
  Stopwatch watch_;
};

}  // namespace litevk
