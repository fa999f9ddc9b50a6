// The operator cases that tests/ops/generate.py writes: a folder with index.json and one folder a case,
// <stem>/<name>/{model.tflite, run0/{input_0.npy, ..., output_0.npy, ...}, run1, ...}. index.json has the
// bounds of each run of a case, those that tests/ops/test_ops.py reads.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "tools/run/compare.h"

namespace litevk::tools {

struct OpCase {
  std::string name;  // "conv_2d/stride_2x1"
  std::string op;    // "CONV_2D"; of a case of several nodes "graph"
  std::filesystem::path folder;
  std::vector<Tolerance> tolerances;  // one a run
  bool runs_on_gpu = false;           // litevk's delegate takes all of it, as one partition
};

struct CaseSelection {
  std::vector<std::string> ops;  // operator names or stems; empty: all
  std::string filter;            // a glob over case names; empty: all
};

// Cases that expect an error are left out: they are about our interpreter, not about a delegate.
Result<std::vector<OpCase>> ReadCases(const std::filesystem::path& folder, const CaseSelection& selection);

// What the child process of a case finds.
enum class Outcome { kPassed, kFailed, kNotDelegated, kCrashed };
struct CaseResult {
  Outcome outcome = Outcome::kPassed;
  std::string message;
  double seconds = 0;
  // The output that comes closest to its bound, or exceeds it most, has these; 0 where no floats were
  // compared.
  double largest_difference = 0;
  double bound = 0;
};

// Runs a case in this process.
CaseResult RunCase(const OpCase& op_case, const std::string& delegate,
                   const std::vector<std::pair<std::string, std::string>>& delegate_options);

}  // namespace litevk::tools
