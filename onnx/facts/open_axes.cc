#include "onnx/facts/open_axes.h"

#include <algorithm>

namespace litevk::to_onnx {

bool OpenAxes::has_sides() const {
  return dims_.dims().size() > dims_.input_count() || std::ranges::any_of(dims_.dims(), &OpenDim::is_side);
}

std::vector<bool> OpenAxes::Ask(const AskedSizes& sizes) {
  if (!has_sides()) return std::vector<bool>(sizes.size(), false);
  const size_t question = asked_.size();
  asked_.push_back(sizes);
  return question < known_.size() ? known_[question] : std::vector<bool>(sizes.size(), true);
}

Result<OpenAnswers> Answers(const std::vector<std::vector<AskedSizes>>& probes) {
  OpenAnswers answers;
  for (const std::vector<AskedSizes>& probe : probes) {
    if (probe.size() != probes.front().size()) return Unsupported("other nodes are computed for other sizes");
  }
  for (size_t question = 0; question < probes.front().size(); ++question) {
    const AskedSizes& first = probes.front()[question];
    std::vector<bool>& axes = answers.emplace_back(first.size());
    for (const std::vector<AskedSizes>& probe : probes) {
      for (size_t axis = 0; axis < first.size(); ++axis) {
        axes[axis] = axes[axis] || probe[question][axis] != first[axis];
      }
    }
  }
  return answers;
}

bool AreAllOpen(const OpenAnswers& answers) {
  return std::ranges::all_of(answers, [](const std::vector<bool>& axes) {
    return std::ranges::all_of(axes, [](bool is_open) { return is_open; });
  });
}

}  // namespace litevk::to_onnx
