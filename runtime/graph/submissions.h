// The submissions of a run: which dispatches, or parts of one, the device gets at once. A watchdog ends a
// queue that works too long on one submission, and a display waits for it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace litevk::gpu {

using Counts = std::array<uint32_t, 3>;

// The estimated duration of a dispatch, and its workgroups.
struct DispatchEstimate {
  double us = 0;
  Counts workgroups = {1, 1, 1};
};

// A dispatch, or a box of its workgroups.
struct Piece {
  size_t dispatch = 0;
  Counts base = {0, 0, 0};  // the first workgroup
  Counts workgroups = {1, 1, 1};
  bool is_part = false;  // it is not the whole dispatch

  bool operator==(const Piece&) const = default;
  // True for the first piece of a dispatch.
  bool begins() const { return base == Counts{}; }
  // True for the last piece of a dispatch of `all` workgroups.
  bool EndsAt(const Counts& all) const {
    bool ends = true;
    for (size_t d = 0; d < all.size(); ++d) ends = ends && base[d] + workgroups[d] == all[d];
    return ends;
  }
};

using Submission = std::vector<Piece>;

struct SubmissionPlan {
  std::vector<Submission> submissions;  // at least one; pieces are in the order of the dispatches
  double longest_us = 0;                // estimate of the longest one

  bool operator==(const SubmissionPlan&) const = default;
};

// Returns the dims of workgroups along which a dispatch may be cut.
using CutDims = std::function<std::array<bool, 3>(size_t dispatch)>;

// Most pieces of a dispatch, about: at 50 ms each they reach the default limit of a wait, one minute.
inline constexpr uint32_t kMostPieces = 1024;

// Returns submissions of at most `limit_us` each, as far as dispatches can be cut. A dispatch is cut only if
// it is longer than the limit, into pieces of about equal size, along the outermost dim first. `cut_dims` is
// called for such a dispatch alone. With a limit of 0, everything is one submission.
SubmissionPlan PlanSubmissions(std::span<const DispatchEstimate> dispatches, double limit_us,
                               const CutDims& cut_dims);

}  // namespace litevk::gpu
