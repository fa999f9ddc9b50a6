// The frame of the project's programs: a command line, one sentence for what goes wrong, an exit status.
#pragma once

#include <functional>

#include "runtime/base/status.h"

namespace CLI {
class App;
}

namespace litevk::tools {

enum ExitStatus : int {
  kExitOk = 0,
  kExitNegative = 1,       // it ran, and what it checks does not hold: outputs differ, a budget is exceeded
  kExitUsage = 2,          // the command line is wrong
  kExitFailed = 3,         // it could not run to its end
  kExitInterrupted = 130,  // Ctrl-C ended it, as shells have it for the signal
};

// Calls `body`, a program's main function, and returns its exit status; kExitFailed, with one sentence on
// standard error, where it throws: where memory runs out, for the most part.
int GuardProgram(const char* name, const std::function<int()>& body) noexcept;

// Adds --version and parses argv into the variables that `app`'s options are bound to; _ and - are the same
// in their names. Then calls `check_usage`, which looks at those variables alone, and `run`. Returns the exit
// status. What is wrong is printed on standard error, as one sentence after the program's name; help and the
// version, when asked for, on standard output. Where that takes no more, as on a full disk, the status is
// kExitFailed.
int RunProgram(CLI::App& app, int argc, char** argv, const std::function<Status()>& check_usage,
               const std::function<Result<ExitStatus>()>& run);

// Runs a program whose options tell by themselves what is wrong with them.
int RunProgram(CLI::App& app, int argc, char** argv, const std::function<Result<ExitStatus>()>& run);

}  // namespace litevk::tools
