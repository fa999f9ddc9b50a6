// What litevk-run does between its command line and its exit status.
#pragma once

#include <nlohmann/json.hpp>

#include "tools/run/arguments.h"

namespace litevk::tools {

// The exit statuses of litevk-run and of the programs beside it.
enum ExitStatus : int { kExitOk = 0, kExitDiffers = 1, kExitUsage = 2, kExitFailed = 3 };

// Runs, prints and writes what `arguments` ask for. `differs` tells whether a comparison failed.
Status Run(const RunArguments& arguments, bool* differs);

}  // namespace litevk::tools
