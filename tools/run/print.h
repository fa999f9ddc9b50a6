// The result of a run, as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "tools/run/arguments.h"
#include "tools/run/bisect.h"
#include "tools/run/bisect_whole.h"
#include "tools/run/cpu_times.h"
#include "tools/run/gpu_report.h"
#include "tools/run/tolerances.h"

namespace litevk::tools {

struct Summary {
  Status problem;                    // why the model cannot be run; then there are nodes alone
  std::vector<double> milliseconds;  // of the timed runs, ascending
  std::vector<Array> inputs;         // without values
  std::vector<std::string> input_names;
  std::vector<Array> outputs;
  std::vector<std::string> output_names;
  std::vector<SessionNode> nodes;
  std::vector<std::string> notes;        // on signatures and inputs that the user may want to choose
  std::string message;                   // of litevk, where it takes no node,
  std::string policy;                    // what decides what it takes,
  std::string where;                     // and what runs on which device, or why there is none
  std::optional<CpuTimes> cpu;           // beside those of a delegate, and where --compare has them
  std::string advice;                    // on outputs that differ; "": there is none
  std::vector<DispatchRow> dispatches;   // with --profile, of litevk's partitions
  std::optional<Tolerances> tolerances;  // of outputs, where they are compared
  std::vector<Difference> differences;   // one an output; none when nothing was compared
  bool is_bisected = false;
  std::optional<Departure> departure;
  WholeBisection whole;
};

void Print(const RunArguments& arguments, const Summary& summary);
// Schema version 1: {"schema_version", "model", "delegate", "milliseconds", "outputs", "nodes", ...}, and
// "problem" where the model cannot be run.
nlohmann::json ToJson(const RunArguments& arguments, const Summary& summary);

}  // namespace litevk::tools
