// Times the algorithms for a partition's nodes on the device that will compute them, and remembers the
// fastest (docs/design/tuning.md).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "delegate/engine/options.h"
#include "delegate/engine/tuning_file.h"
#include "delegate/engine/warnings.h"
#include "delegate/lower/lowering.h"
#include "runtime/base/log.h"
#include "runtime/vk/device.h"

namespace litevk {

class Tuner {
 public:
  // Lowers the partition with those choices; called as often as there are alternatives.
  using LowerWith = std::function<LoweredPartition(const Choices&)>;

  // `effort` is not kNone. Results are kept in `folder` too, unless that is empty.
  // `timeout_ms`: the option invoke_timeout_ms, for each run.
  // `device` says which file it is.
  Tuner(const vk::Device& device, Tuning effort, const std::string& folder, const Logger& logger,
        int timeout_ms = -1);

  // Returns the choices that are known for the partition's nodes, after it has timed nodes without one. An
  // executable for each index of an alternative computes every node by that alternative. A failure is a
  // warning, and the nodes stay with the estimate. Safe from any thread; one tunes at a time in the process.
  Choices ChoicesFor(const std::shared_ptr<const vk::Device>& device, const LowerWith& lower);

 private:
  // The alternatives of a node, and their times in microseconds, by key.
  struct Candidates {
    std::vector<std::string> names;
    std::vector<std::vector<double>> samples;
  };
  using Device = std::shared_ptr<const vk::Device>;
  using Unknown = std::map<std::string, Candidates>;

  void ReadFile();
  Unknown UnknownOf(const LoweredPartition& lowered) const;
  void TimeAll(const Device& device, const LowerWith& lower, Unknown& unknown);
  // Times alternative number `round` of all nodes that have one.
  Status TimeRound(const Device& device, const LowerWith& lower, size_t round, Unknown& unknown) const;
  Status Measure(const Device& device, const LoweredPartition& lowered, size_t round, Unknown& unknown) const;
  // Keeps the fastest alternative of each node; returns how many are not the estimate's.
  size_t Learn(const Unknown& unknown);

  Tuning effort_;
  std::optional<TuningFile> file_;
  Logger logger_;
  int timeout_ms_;
  bool is_read_ = false;
  Choices choices_;
  Warnings warnings_;
};

}  // namespace litevk
