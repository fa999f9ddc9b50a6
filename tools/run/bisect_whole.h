// Finds what a difference comes from that shows when the model runs as a user runs it: which switch of the
// delegate, and which boundary between partitions, makes it go away.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/run/compare.h"
#include "tools/run/session.h"

namespace litevk::tools {

// A run with one option more.
struct SwitchTrial {
  std::string option;   // "disable_fusion=1"
  std::string about;    // "fusion"
  bool agrees = false;  // with the reference: the difference goes away
  std::string problem;  // why there was no such run: the delegate refuses the option, for one
};

// The shortest run of nodes, in the model's numbers, that has to be on the delegate together for the outputs
// to differ. They agree when only the nodes up to the one before `last` are there, and when only those after
// `first` to `last` are. One node (first == last) is wrong without any other.
struct Stretch {
  int first = 0;
  int last = 0;
  std::string first_op;
  std::string last_op;
};

struct WholeBisection {
  bool differs = false;  // else nothing else was tried
  std::vector<SwitchTrial> switches;
  std::optional<Stretch> stretch;
  std::string stretch_problem;  // why there is none
};

// Runs the model as `options` say, and where its outputs differ from the reference kernels' then again: with
// fusion, Winograd's algorithm and zero copy switched off one after the other, and with fewer and fewer nodes
// on the delegate.
Result<WholeBisection> BisectWhole(const std::filesystem::path& model, SessionOptions options,
                                   const std::vector<Array>& inputs, const Tolerance& tolerance);

}  // namespace litevk::tools
