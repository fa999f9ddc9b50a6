// The comparison of --compare, for every program with that option.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tools/run/compare.h"
#include "tools/run/session.h"
#include "tools/run/tolerances.h"

namespace litevk::tools {

// Fails if `compare` is neither "cpu", a folder nor empty. Called before anything runs.
Status CheckCompare(const std::string& compare);

// Returns the outputs in a folder.
Result<std::vector<Array>> ReadReference(const std::filesystem::path& folder);

// Returns a difference for each output. Fails if the numbers of outputs and references differ.
Result<std::vector<Difference>> CompareOutputs(const std::vector<Array>& outputs,
                                               const std::vector<Array>& reference,
                                               const Tolerances& tolerances);

// Prints a line for each output.
void PrintDifferences(const std::vector<Difference>& differences);

nlohmann::json ToJson(const Difference& difference);

// True if every output agrees.
bool Agree(const std::vector<Difference>& differences);

}  // namespace litevk::tools
