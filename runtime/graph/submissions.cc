#include "runtime/graph/submissions.h"

#include <algorithm>
#include <cmath>

namespace litevk::gpu {
namespace {

class Planner {
 public:
  Planner(double limit_us, const CutDims& cut_dims) : limit_us_(limit_us), cut_dims_(cut_dims) {}

  void Add(size_t dispatch, const DispatchEstimate& estimate) {
    const Piece whole = {.dispatch = dispatch, .workgroups = estimate.workgroups};
    if (limit_us_ <= 0 || estimate.us <= limit_us_) return Append(whole, estimate.us);
    can_cut_ = cut_dims_(dispatch);
    piece_us_ = std::max(limit_us_, estimate.us / kMostPieces);
    Cut(whole, estimate.us);
  }

  SubmissionPlan Finish() { return std::move(plan_); }

 private:
  // Appends the piece to the last submission if it fits in there.
  void Append(const Piece& piece, double us) {
    if (limit_us_ > 0 && !plan_.submissions.back().empty() && used_us_ + us > limit_us_) {
      plan_.submissions.emplace_back();
      used_us_ = 0;
    }
    plan_.submissions.back().push_back(piece);
    used_us_ += us;
    plan_.longest_us = std::max(plan_.longest_us, used_us_);
  }

  // Cuts the piece along its outermost dim. Slabs that are too long are cut along the next one.
  void Cut(const Piece& piece, double us) {
    if (us <= piece_us_) return Append(piece, us);
    for (size_t d = 3; d-- > 0;) {
      if (can_cut_[d] && piece.workgroups[d] > 1) return CutAlong(d, piece, us);
    }
    Append(piece, us);
  }

  void CutAlong(size_t d, const Piece& piece, double us) {
    const uint64_t count = piece.workgroups[d];
    const double slab_us = us / static_cast<double>(count);
    const double fitting = std::clamp(std::floor(piece_us_ / slab_us), 1.0, static_cast<double>(count));
    const auto slabs = static_cast<uint64_t>(fitting);
    const uint64_t parts = std::max<uint64_t>((count + slabs - 1) / slabs, 2);
    for (uint64_t i = 0; i < parts; ++i) {
      const uint64_t begin = count * i / parts;
      const uint64_t end = count * (i + 1) / parts;
      Piece part = piece;
      part.is_part = true;
      part.base[d] += static_cast<uint32_t>(begin);
      part.workgroups[d] = static_cast<uint32_t>(end - begin);
      Cut(part, slab_us * static_cast<double>(end - begin));
    }
  }

  double limit_us_;
  const CutDims& cut_dims_;
  SubmissionPlan plan_ = {.submissions = {{}}};
  double used_us_ = 0;  // by the last submission
  // The dispatch that is being cut.
  std::array<bool, 3> can_cut_ = {};
  double piece_us_ = 0;
};

}  // namespace

SubmissionPlan PlanSubmissions(std::span<const DispatchEstimate> dispatches, double limit_us,
                               const CutDims& cut_dims) {
  Planner planner(limit_us, cut_dims);
  for (size_t d = 0; d < dispatches.size(); ++d) planner.Add(d, dispatches[d]);
  return planner.Finish();
}

}  // namespace litevk::gpu
