// The results of all cases as a table, CSV and JUnit XML.
#pragma once

#include <filesystem>
#include <utility>
#include <vector>

#include "tools/delegate_test/op_case.h"

namespace litevk::tools {

using CaseResults = std::vector<std::pair<OpCase, CaseResult>>;

// Prints a line for each operator (passed, failed, crashed, not delegated), the failures and the totals.
void PrintTable(const CaseResults& results);
// Columns: case, op, outcome, seconds, largest_difference, bound, message (CaseResult).
Status WriteCsv(const std::filesystem::path& path, const CaseResults& results);
// A case that the delegate did not claim is skipped, a crash is an error.
Status WriteJunit(const std::filesystem::path& path, const CaseResults& results);

}  // namespace litevk::tools
