// What litevk-run does between its command line and its exit status.
#pragma once

#include <nlohmann/json.hpp>

#include "tools/run/arguments.h"

namespace litevk::tools {

// Runs, prints and writes what `arguments` ask for. `differs` tells whether a comparison failed.
Status Run(const RunArguments& arguments, bool* differs);

}  // namespace litevk::tools
