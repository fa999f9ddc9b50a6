#include "delegate/engine/tuner.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <utility>

#include "runtime/base/stopwatch.h"
#include "runtime/exec/executable.h"

namespace litevk {
namespace {

// One measurement at a time: two would disturb each other.
std::mutex tuning_mutex;

struct Effort {
  size_t alternatives;  // most alternatives of a node
  int runs;             // timed runs of each
};

constexpr int kWarmUpRuns = 2;
// Another alternative than the estimate's must be faster by this factor, so that noise changes nothing.
constexpr double kClearlyFaster = 0.95;

Effort EffortOf(Tuning tuning) {
  return tuning == Tuning::kExhaustive ? Effort{.alternatives = SIZE_MAX, .runs = 15}
                                       : Effort{.alternatives = 3, .runs = 5};
}

double Median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

// Returns the first of the alternatives unless another one is clearly faster.
size_t FastestOf(const std::vector<std::vector<double>>& samples) {
  size_t fastest = 0;
  double least = kClearlyFaster * Median(samples[0]);
  for (size_t i = 1; i < samples.size(); ++i) {
    if (samples[i].empty()) continue;
    const double time = Median(samples[i]);
    if (time >= least) continue;
    fastest = i;
    least = time;
  }
  return fastest;
}

// Fills inputs with a plain value: these bytes are 0.747 as float32 and 1.81 as float16.
void FillInputs(const LoweredPartition& lowered, Executable& executable) {
  for (size_t id = 0; id < lowered.graph.tensors.size(); ++id) {
    if (!lowered.graph.tensors[id].is_input) continue;
    const auto bytes = executable.Input(static_cast<gpu::TensorId>(id));
    if (!bytes.empty()) std::memset(bytes.data(), 0x3f, bytes.size());
  }
}

}  // namespace

Tuner::Tuner(const vk::Device& device, Tuning effort, const std::string& folder, const Logger& logger,
             int timeout_ms)
    : effort_(effort), logger_(logger), timeout_ms_(timeout_ms) {
  if (!folder.empty()) file_.emplace(folder, device.info(), device.features());
}

Choices Tuner::ChoicesFor(const Device& device, const LowerWith& lower) {
  const std::lock_guard lock(tuning_mutex);
  if (!std::exchange(is_read_, true)) ReadFile();
  Unknown unknown = UnknownOf(lower(choices_));
  if (unknown.empty()) return choices_;
  if (!device->features().has(vk::Feature::kTimestamps)) {
    warnings_.Once(logger_, "timestamps",
                   "tuning: " + device->info().name + " has no timestamps; estimates choose");
    return choices_;
  }
  Stopwatch watch;
  TimeAll(device, lower, unknown);
  const size_t changed = Learn(unknown);
  logger_.Info("tuning: timed " + std::to_string(unknown.size()) + " kinds of nodes in " +
               std::to_string(static_cast<int64_t>(watch.LapMs())) + " ms; " + std::to_string(changed) +
               " are faster otherwise than estimated");
  if (file_) {
    if (const Status status = file_->Add(choices_); !status.ok())
      warnings_.Once(logger_, "file", "tuning " + status.message());
  }
  return choices_;
}

void Tuner::TimeAll(const Device& device, const LowerWith& lower, Unknown& unknown) {
  size_t rounds = 0;
  for (const auto& [key, candidates] : unknown) rounds = std::max(rounds, candidates.names.size());
  for (size_t round = 0; round < rounds; ++round) {
    if (const Status status = TimeRound(device, lower, round, unknown); !status.ok()) {
      warnings_.Once(
          logger_, "alternative " + std::to_string(round),
          "tuning: alternative " + std::to_string(round) + " could not be timed: " + status.message());
      if (!device->Usable().ok()) return;
    }
  }
}

size_t Tuner::Learn(const Unknown& unknown) {
  size_t changed = 0;
  for (const auto& [key, candidates] : unknown) {
    // The estimate's own time is missing, so there is nothing to compare with: another process may try again.
    if (candidates.samples[0].empty()) continue;
    const size_t fastest = FastestOf(candidates.samples);
    changed += fastest == 0 ? 0 : 1;
    choices_[key] = candidates.names[fastest];
    logger_.Verbose("tuning: " + key + ": " + candidates.names[fastest]);
  }
  return changed;
}

void Tuner::ReadFile() {
  if (!file_) return;
  auto kept = file_->Read();
  if (kept.ok()) {
    choices_ = std::move(*kept);
  } else {
    logger_.Warning("tuning " + kept.status().message() + "; it is written anew");
  }
}

Tuner::Unknown Tuner::UnknownOf(const LoweredPartition& lowered) const {
  Unknown unknown;
  for (const ChoicePoint& point : lowered.choice_points) {
    if (choices_.contains(point.key) || point.alternatives.size() < 2) continue;
    Candidates& candidates = unknown[point.key];
    candidates.names = point.alternatives;
    candidates.names.resize(std::min(candidates.names.size(), EffortOf(effort_).alternatives));
    candidates.samples.resize(candidates.names.size());
  }
  return unknown;
}

Status Tuner::TimeRound(const Device& device, const LowerWith& lower, size_t round, Unknown& unknown) const {
  Choices trial = choices_;
  for (const auto& [key, candidates] : unknown) {
    trial[key] = candidates.names[round < candidates.names.size() ? round : 0];
  }
  return Measure(device, lower(trial), round, unknown);
}

Status Tuner::Measure(const Device& device, const LoweredPartition& lowered, size_t round,
                      Unknown& unknown) const {
  LITEVK_ASSIGN_OR_RETURN(
      auto executable,
      Executable::Build(device, lowered.graph, {.enable_timestamps = true, .timeout_ms = timeout_ms_}));
  FillInputs(lowered, *executable);
  for (int run = 0; run < kWarmUpRuns + EffortOf(effort_).runs; ++run) {
    LITEVK_RETURN_IF_ERROR(executable->Run());
    LITEVK_ASSIGN_OR_RETURN(const auto times, executable->ReadDispatchTimes());
    if (run < kWarmUpRuns || times.empty()) continue;
    for (const ChoicePoint& point : lowered.choice_points) {
      const auto entry = unknown.find(point.key);
      if (entry == unknown.end() || round >= entry->second.names.size()) continue;
      double microseconds = 0;
      for (size_t i = point.first_dispatch; i < point.end_dispatch; ++i)
        microseconds += times[i].microseconds;
      entry->second.samples[round].push_back(microseconds);
    }
  }
  return {};
}

}  // namespace litevk
