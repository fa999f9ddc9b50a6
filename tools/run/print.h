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
  Status problem;                    // why the model cannot be run; then only `nodes` is filled
  std::vector<double> milliseconds;  // times of the timed runs, ascending
  std::vector<Array> inputs;         // types and dims, without values
  std::vector<std::string> input_names;
  std::vector<Array> outputs;
  std::vector<std::string> output_names;
  std::vector<SessionNode> nodes;
  std::vector<std::string> notes;        // notes on signatures and inputs that the user may want to choose
  std::string message;                   // why litevk takes no node
  std::string policy;                    // sentence on the policy by which litevk takes partitions
  std::string where;                     // how much runs on which device, or why there is no device
  std::optional<CpuTimes> cpu;           // CPU times, printed beside a delegate's or taken from --compare
  std::string advice;                    // advice on outputs that differ; "": there is none
  std::vector<DispatchRow> dispatches;   // dispatches of litevk's partitions, with --profile
  std::optional<Tolerances> tolerances;  // tolerances of outputs, if they are compared
  std::vector<Difference> differences;   // one for each output; empty if nothing was compared
  bool is_bisected = false;
  std::optional<Departure> departure;
  WholeBisection whole;
};

void Print(const RunArguments& arguments, const Summary& summary);
// Returns schema version 1: {"schema_version", "model", "delegate", "milliseconds", "outputs", "nodes", ...},
// with "problem" if the model cannot be run.
nlohmann::json ToJson(const RunArguments& arguments, const Summary& summary);

}  // namespace litevk::tools
