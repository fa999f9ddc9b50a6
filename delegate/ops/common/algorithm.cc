#include "delegate/ops/common/algorithm.h"

#include <algorithm>
#include <cassert>
#include <tuple>

namespace litevk {

void AddCandidates(size_t algorithm, bool is_fallback, std::vector<Configuration> configurations,
                   std::vector<Candidate>& candidates) {
  double time = 0;
  for (size_t index = 0; index < configurations.size(); ++index) {
    time = std::max(time, configurations[index].time);
    candidates.push_back({algorithm, index, std::move(configurations[index].name), time, is_fallback});
  }
}

void SortCandidates(std::vector<Candidate>& candidates) {
  std::ranges::stable_sort(candidates, {}, [](const Candidate& candidate) {
    return std::tuple(candidate.is_fallback, candidate.configuration > 0, candidate.time);
  });
}

const Candidate& ChooseCandidate(Lowering& lowering, std::string_view parameters,
                                 const std::vector<Candidate>& candidates, std::vector<std::string> unfit) {
  assert(!candidates.empty());
  std::vector<std::string> names;
  names.reserve(candidates.size());
  for (const Candidate& candidate : candidates) names.push_back(candidate.name);
  return candidates[lowering.Choose(parameters, std::move(names), std::move(unfit))];
}

void AddUnfit(std::string_view name, const Status& status, std::vector<std::string>& unfit) {
  unfit.push_back(std::string(name) + ": " + status.message());
}

double FlopsOf(const NodeView& view) { return FindOpInfo(view.node())->cost(view).flops; }

std::vector<Configuration> ScaledTo(double first, std::vector<Configuration> configurations) {
  const double own = configurations.front().time;
  for (Configuration& configuration : configurations) configuration.time *= first / own;
  return configurations;
}

}  // namespace litevk
