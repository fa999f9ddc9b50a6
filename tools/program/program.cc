#include "tools/program/program.h"

#include <CLI/CLI.hpp>
#include <cstdio>

#include "runtime/base/guard.h"
#include "runtime/base/printable.h"
#include "tools/program/output.h"

namespace litevk::tools {
namespace {

ExitStatus Fail(const CLI::App& app, ExitStatus exit_status, const Status& status) {
  PrintfError("%s: %s\n", app.get_name().c_str(), status.message().c_str());
  return exit_status;
}

}  // namespace

int GuardProgram(const char* name, const std::function<int()>& body) noexcept {
  return Guard(body, [&](const char* problem) -> int {
    // PrintfError needs memory, which may be what is missing.
    std::fprintf(stderr, "%s: an exception ended it: %s\n", name, problem);
    return kExitFailed;
  });
}

int RunProgram(CLI::App& app, int argc, char** argv, const std::function<Status()>& check_usage,
               const std::function<Result<ExitStatus>()>& run) {
  app.failure_message([](const CLI::App* parsed, const CLI::Error& error) {
    return PrintableLines(parsed->get_name() + ": " + error.what() +
                          "\nRun with --help for more information.\n");
  });
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kExitOk : kExitUsage;
  }
  if (const Status status = check_usage(); !status.ok()) return Fail(app, kExitUsage, status);
  const Result<ExitStatus> result = run();
  return result.ok() ? *result : Fail(app, kExitFailed, result.status());
}

int RunProgram(CLI::App& app, int argc, char** argv, const std::function<Result<ExitStatus>()>& run) {
  const auto check_nothing = [] { return Status(); };
  return RunProgram(app, argc, argv, check_nothing, run);
}

}  // namespace litevk::tools
