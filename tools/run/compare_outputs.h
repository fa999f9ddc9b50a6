// What --compare does, in every program that has it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tools/run/compare.h"
#include "tools/run/session.h"
#include "tools/run/tolerances.h"

namespace litevk::tools {

// Says that `compare` is neither "cpu", a folder nor empty, before anything runs.
Status CheckCompare(const std::string& compare);

// Returns the outputs that a folder holds.
Result<std::vector<Array>> ReadReference(const std::filesystem::path& folder);

// Returns a difference for each output. Fails where there are more of one than of the other.
Result<std::vector<Difference>> CompareOutputs(const std::vector<Array>& outputs,
                                               const std::vector<Array>& reference,
                                               const Tolerances& tolerances);

// Prints a line for each output.
void PrintDifferences(const std::vector<Difference>& differences);

nlohmann::json ToJson(const Difference& difference);

// Returns whether every output agrees.
bool Agree(const std::vector<Difference>& differences);

}  // namespace litevk::tools
