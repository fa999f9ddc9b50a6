// The common parts of the project's programs: the command line, one line for an error, the exit status.
#pragma once

#include <functional>

#include "runtime/base/status.h"

namespace CLI {
class App;
}

namespace litevk::tools {

enum ExitStatus : int {
  kExitOk = 0,
  kExitNegative = 1,       // it ran, and a check failed: outputs differ, a budget is exceeded
  kExitUsage = 2,          // the command line is wrong
  kExitFailed = 3,         // it could not run to its end
  kExitInterrupted = 130,  // Ctrl-C ended it; the status that shells give for the signal
};

// Calls `body`, a program's main function, and returns its exit status. If `body` throws, mostly for lack of
// memory, prints a line on standard error and returns kExitFailed.
int GuardProgram(const char* name, const std::function<int()>& body) noexcept;

// Adds --version and parses argv into the variables that `app`'s options are bound to; _ and - are the same
// in their names. Then calls `check_usage`, which reads those variables only, and `run`. Returns the exit
// status. Prints an error on standard error, as one line after the program's name. Prints help and the
// version, when asked for, on standard output; if that takes no more, as on a full disk, the status is
// kExitFailed.
int RunProgram(CLI::App& app, int argc, char** argv, const std::function<Status()>& check_usage,
               const std::function<Result<ExitStatus>()>& run);

// Runs a program whose options need no check beyond those of the parser.
int RunProgram(CLI::App& app, int argc, char** argv, const std::function<Result<ExitStatus>()>& run);

}  // namespace litevk::tools
