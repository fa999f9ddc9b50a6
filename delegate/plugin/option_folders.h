// The folders that options name, checked before anything runs.
#pragma once

#include <string>
#include <vector>

#include "delegate/engine/options.h"

namespace litevk {

// Empties the options whose folder does not exist. Returns a diagnostic for each: 'option "report_path": the
// folder /nonexist does not exist'.
std::vector<std::string> DropMissingFolders(Options& options);

}  // namespace litevk
