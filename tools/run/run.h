// The work of litevk-run, after its command line is parsed.
#pragma once

#include "tools/program/program.h"
#include "tools/run/arguments.h"

namespace litevk::tools {

// Runs, prints and writes what `arguments` ask for. kExitNegative when a comparison failed.
Result<ExitStatus> Run(const RunArguments& arguments);

}  // namespace litevk::tools
