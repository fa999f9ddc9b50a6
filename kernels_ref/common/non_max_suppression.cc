#include "kernels_ref/common/non_max_suppression.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "kernels_ref/support/heap.h"
#include "runtime/opset/common/non_max_suppression.h"

namespace litevk::ref {
namespace {

// A box with ordered corners; a model's box gives any two opposite corners.
struct Box {
  std::array<float, 2> low_yx;
  std::array<float, 2> high_yx;

  float Area() const { return (high_yx[0] - low_yx[0]) * (high_yx[1] - low_yx[1]); }
};

Box BoxAt(const float* corners, int index) {
  const float* corner = corners + int64_t{index} * 4;
  return {{std::min(corner[0], corner[2]), std::min(corner[1], corner[3])},
          {std::max(corner[0], corner[2]), std::max(corner[1], corner[3])}};
}

// Returns the intersection over union of two boxes; 0 if one of them is empty.
float Overlap(const Box& a, const Box& b) {
  const float area_a = a.Area();
  const float area_b = b.Area();
  if (area_a <= 0.0F || area_b <= 0.0F) return 0.0F;
  float common = 1.0F;
  for (size_t axis = 0; axis < 2; ++axis) {
    const float end = std::min(a.high_yx[axis], b.high_yx[axis]);
    const float begin = std::max(a.low_yx[axis], b.low_yx[axis]);
    common *= std::max(end - begin, 0.0F);
  }
  const float together = area_a + area_b - common;
  return together == 0.0F ? 0.0F : common / together;
}

struct Candidate {
  int index;
  float score;
  size_t compared;  // number of selected boxes with which it was compared

  bool operator<(const Candidate& other) const { return score < other.score; }
};

class Selection {
 public:
  Selection(const KernelArgs& args, float sigma)
      : corners_(args.inputs[kBoxes].data<float>()),
        most_overlap_(*args.inputs[kIouThreshold].data<float>()),
        least_score_(*args.inputs[kScoreThreshold].data<float>()),
        decay_(sigma > 0.0F ? -0.5F / sigma : 0.0F) {
    const auto* scores = args.inputs[kScores].data<float>();
    for (int index = 0; index < args.inputs[kScores].dims()[0]; ++index) {
      if (scores[index] > least_score_) queue_.Push({index, scores[index], 0});
    }
  }

  SelectedBoxes Take(size_t most) {
    most = std::min(most, queue_.size());
    while (selected_.indices.size() < most && !queue_.empty()) {
      Judge(queue_.Pop());
    }
    return std::move(selected_);
  }

 private:
  // Selects the candidate, drops it, or puts it back with the score that its overlaps have left.
  void Judge(Candidate candidate) {
    const float score = candidate.score;
    const Box box = BoxAt(corners_, candidate.index);
    for (size_t taken = selected_.indices.size(); taken-- > candidate.compared;) {
      const float overlap = Overlap(box, BoxAt(corners_, selected_.indices[taken]));
      if (overlap >= most_overlap_) return;
      if (decay_ != 0.0F) candidate.score *= std::exp(decay_ * overlap * overlap);
      if (candidate.score <= least_score_) return;
    }
    candidate.compared = selected_.indices.size();
    if (candidate.score == score) {
      selected_.indices.push_back(candidate.index);
      selected_.scores.push_back(candidate.score);
    }
    // TFLite puts a selected box back, too. It is dropped next time, unless its overlap with itself is too
    // small.
    queue_.Push(candidate);
  }

  const float* corners_;
  float most_overlap_;
  float least_score_;
  float decay_;
  Heap<Candidate> queue_;  // breaks ties of scores as TFLite does
  SelectedBoxes selected_;
};

}  // namespace

SelectedBoxes SelectBoxes(const KernelArgs& args, float sigma) {
  const auto room = static_cast<size_t>(*args.inputs[kMostSelected].data<int32_t>());
  return Selection(args, sigma).Take(room);
}

}  // namespace litevk::ref
