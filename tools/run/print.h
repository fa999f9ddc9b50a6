// The result of a run, as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "tools/run/arguments.h"
#include "tools/run/bisect.h"

namespace litevk::tools {

struct Summary {
  std::vector<double> milliseconds;  // of the timed runs, ascending
  std::vector<Array> outputs;
  std::vector<SessionNode> nodes;
  std::vector<Difference> differences;  // one an output; none when nothing was compared
  bool is_bisected = false;
  std::optional<Departure> departure;
};

void Print(const RunArguments& arguments, const Summary& summary);
// Schema version 1: {"schema_version", "model", "delegate", "milliseconds", "outputs", "nodes", ...}.
nlohmann::json ToJson(const RunArguments& arguments, const Summary& summary);

}  // namespace litevk::tools
