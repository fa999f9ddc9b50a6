// The operator cases that tests/ops/generate.py writes: index.json and the folders of all cases,
// <stem>/<name>/{model.tflite, run0/{input_0.npy, ..., output_0.npy, ...}, run1, ...}.
//
// The file index.json has the bounds of each run of a case, which tests/ops/test_ops.py reads too.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "tools/run/compare.h"

namespace litevk::tools {

struct OpCase {
  std::string name;  // "conv_2d/stride_2x1"
  std::string op;    // "CONV_2D"; "graph" for a case of several nodes
  std::filesystem::path folder;
  std::vector<Tolerance> tolerances;  // one for each run
  bool runs_on_gpu = false;           // litevk's delegate takes all of it, as one partition
};

struct CaseSelection {
  std::vector<std::string> ops;  // operator names or stems; empty: all
  std::string filter;            // a glob over case names; empty: all
};

// Cases that expect an error are left out: they are about our interpreter, not about a delegate.
Result<std::vector<OpCase>> ReadCases(const std::filesystem::path& folder, const CaseSelection& selection);

// The result of a case in a child process.
enum class Outcome { kPassed, kFailed, kNotDelegated, kCrashed };
struct CaseResult {
  Outcome outcome = Outcome::kPassed;
  std::string message;
  double seconds = 0;
  // Largest difference and bound of the output that comes closest to its bound, or exceeds it most; 0 where
  // no floats were compared.
  double largest_difference = 0;
  double bound = 0;
};

// Runs a case in this process.
CaseResult RunCase(const OpCase& op_case, const std::string& delegate,
                   const std::vector<std::pair<std::string, std::string>>& delegate_options);

}  // namespace litevk::tools
