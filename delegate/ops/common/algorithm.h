// Algorithms that compute one kind of problem, such as a convolution, and the choice among them by their
// estimated times (docs/design/tuning.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "delegate/lower/lowering.h"
#include "runtime/base/status.h"

namespace litevk {

// Floating-point operations in a multiply-add, and in one of four floats at once. Estimates count work in
// them.
inline constexpr int64_t kFlopsOfMultiplyAdd = 2;
inline constexpr int64_t kFlopsOfVector = 4 * kFlopsOfMultiplyAdd;

// A configuration of an algorithm: one split of its work among invocations.
struct Configuration {
  std::string name;  // differs from the names of all other configurations for a problem
  // Estimated time: the number of floating-point operations that take the device as long.
  double time = 0;
};

// Returns the status of an algorithm that does not fit.
inline Status Unfit(std::string reason) { return {StatusCode::kUnsupported, std::move(reason)}; }

template <typename Problem>
struct Algorithm {
  std::string_view name;
  // Returns ok if the algorithm computes the problem, keeps the limits and options, and is meant for such
  // problems. Otherwise the message is the reason.
  Status (*fits)(const Lowering& lowering, const Problem& problem);
  // Returns the configurations, at least one, in order of preference. A later one with a smaller estimate may
  // be there only for a tuner. The problem fits.
  std::vector<Configuration> (*configurations)(const Lowering& lowering, const Problem& problem);
  // Emits the problem by the configuration of that index.
  void (*emit)(Lowering& lowering, const Problem& problem, size_t configuration);
  // True if the algorithm is for problems that no other one computes. Its estimates are higher than theirs,
  // so that all of its configurations come last.
  bool is_fallback = false;
};

template <typename Problem>
using Algorithms = std::span<const Algorithm<Problem>* const>;

// A configuration of one of several algorithms for a problem.
struct Candidate {
  size_t algorithm;      // index among the algorithms
  size_t configuration;  // index among the algorithm's configurations
  std::string name;
  double time;  // slowest estimate of the algorithm's configurations up to this one, which keeps their order
  bool is_fallback = false;
};

// Adds the configurations of the algorithm with the index `algorithm`.
void AddCandidates(size_t algorithm, bool is_fallback, std::vector<Configuration> configurations,
                   std::vector<Candidate>& candidates);
// Sorts the first configuration of each algorithm by estimate, the other configurations behind them, and
// those of fallbacks behind these. So a tuner that times few candidates compares algorithms. Equal estimates
// keep their order.
void SortCandidates(std::vector<Candidate>& candidates);

// Returns the candidate that a tuner found fastest, or the first one. Times depend on `parameters` and on the
// dims of input 0 and output 0. Called once for a node at most, before it emits anything. `unfit` is that of
// CandidatesFor().
const Candidate& ChooseCandidate(Lowering& lowering, std::string_view parameters,
                                 const std::vector<Candidate>& candidates,
                                 std::vector<std::string> unfit = {});

// Adds "<name>: <reason>" to the algorithms that do not fit.
void AddUnfit(std::string_view name, const Status& status, std::vector<std::string>& unfit);

// Returns the configurations of the algorithms that fit, in the order of SortCandidates. Adds the others to
// `unfit`, with their reasons.
template <typename Problem>
std::vector<Candidate> CandidatesFor(const Lowering& lowering, const Problem& problem,
                                     std::type_identity_t<Algorithms<Problem>> algorithms,
                                     std::vector<std::string>& unfit) {
  std::vector<Candidate> candidates;
  for (size_t index = 0; index < algorithms.size(); ++index) {
    const Algorithm<Problem>& algorithm = *algorithms[index];
    if (const Status status = algorithm.fits(lowering, problem); !status.ok()) {
      AddUnfit(algorithm.name, status, unfit);
      continue;
    }
    AddCandidates(index, algorithm.is_fallback, algorithm.configurations(lowering, problem), candidates);
  }
  SortCandidates(candidates);
  return candidates;
}

// Emits the problem by the candidate that ChooseCandidate returns. At least one algorithm fits.
template <typename Problem>
void EmitChosen(Lowering& lowering, std::string_view parameters, const Problem& problem,
                std::type_identity_t<Algorithms<Problem>> algorithms) {
  std::vector<std::string> unfit;
  const std::vector<Candidate> candidates = CandidatesFor(lowering, problem, algorithms, unfit);
  const Candidate& chosen = ChooseCandidate(lowering, parameters, candidates, std::move(unfit));
  algorithms[chosen.algorithm]->emit(lowering, problem, chosen.configuration);
}

// Returns the floating-point operations of the node, by its record.
double FlopsOf(const NodeView& view);

// Returns a plan's estimate in the unit of Configuration::time.
template <typename Plan>
double TimeOf(const Plan& plan) {
  return static_cast<double>(plan.time);
}

// Returns configurations with the names and estimates of plans.
template <typename Plan>
std::vector<Configuration> ConfigurationsOf(const std::vector<Plan>& plans) {
  std::vector<Configuration> configurations;
  configurations.reserve(plans.size());
  for (const Plan& plan : plans) configurations.push_back({NameOf(plan), TimeOf(plan)});
  return configurations;
}

// Scales estimates so that the first becomes `first`, a measured time. The estimates of plans are exact
// enough to compare plans of one algorithm.
std::vector<Configuration> ScaledTo(double first, std::vector<Configuration> configurations);

// Returns an algorithm whose configurations are plans. `kPlansFor` returns them, and `kEmitPlan` emits one.
template <typename Problem, auto kPlansFor, auto kEmitPlan>
constexpr Algorithm<Problem> AlgorithmOfPlans(std::string_view name,
                                              decltype(Algorithm<Problem>::fits) fits) {
  return {
      .name = name,
      .fits = fits,
      .configurations = [](const Lowering& lowering,
                           const Problem& problem) { return ConfigurationsOf(kPlansFor(lowering, problem)); },
      .emit =
          [](Lowering& lowering, const Problem& problem, size_t configuration) {
            kEmitPlan(lowering, problem, kPlansFor(lowering, problem)[configuration]);
          }};
}

// Returns the plan that ChooseCandidate takes of the plans of a single algorithm.
template <typename Plan>
Plan ChoosePlan(Lowering& lowering, std::string_view parameters, const std::vector<Plan>& plans) {
  std::vector<Candidate> candidates;
  AddCandidates(0, /*is_fallback=*/false, ConfigurationsOf(plans), candidates);
  return plans[ChooseCandidate(lowering, parameters, candidates).configuration];
}

}  // namespace litevk
