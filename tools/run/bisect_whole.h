// Finds the cause of a difference that shows when the model runs as a user runs it. Names the switches of the
// delegate and the boundary between partitions that make it go away.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/run/compare.h"
#include "tools/run/session.h"

namespace litevk::tools {

// A run with one more option of the delegate.
struct SwitchTrial {
  std::string option;   // "disable_fusion=1"
  std::string about;    // "fusion"
  bool agrees = false;  // True if the outputs agree with the reference: the option removes the difference
  std::string problem;  // why the run failed, for example because the delegate refuses the option
};

// A shortest range of node indices that must be on the delegate together for the outputs to differ. The
// outputs agree when the range ends before `last` or begins after `first`. If first == last, that node is
// wrong by itself.
struct Stretch {
  int first = 0;
  int last = 0;
  std::string first_op;
  std::string last_op;
};

struct WholeBisection {
  bool differs = false;  // False: the outputs agree, and nothing else was tried
  std::vector<SwitchTrial> switches;
  std::optional<Stretch> stretch;
  std::string stretch_problem;  // why there is no stretch
};

// Runs the model as `options` say, and again if its outputs differ from the reference kernels'. The further
// runs omit fusion, Winograd's algorithm or zero copy, or leave fewer and fewer nodes to the delegate.
Result<WholeBisection> BisectWhole(const std::filesystem::path& model, SessionOptions options,
                                   const std::vector<Array>& inputs, const Tolerance& tolerance);

}  // namespace litevk::tools
