// litevk-run: runs a .tflite model with no TFLite installed, on the CPU reference kernels or with a delegate,
// and compares, bisects, profiles. Exit status: 0 ok, 1 a comparison failed, 2 bad usage, 3 the model cannot
// be loaded or run; 2 and 3 with one sentence on standard error.
#include <CLI/CLI.hpp>
#include <cstdio>

#include "tools/run/run.h"

namespace litevk::tools {
namespace {

// What the command line alone shows to be wrong.
Status CheckUsage(const RunArguments& arguments) {
  for (const std::string& text : arguments.shapes) LITEVK_RETURN_IF_ERROR(ParseShapeOption(text).status());
  for (const std::string& text : arguments.delegate_options) {
    LITEVK_RETURN_IF_ERROR(ParseDelegateOption(text).status());
  }
  if (arguments.bisect && arguments.delegate == "none") {
    return InvalidArgument("--bisect needs a --delegate");
  }
  return {};
}

int Fail(ExitStatus exit_status, const Status& status) {
  std::fprintf(stderr, "litevk-run: %s\n", status.message().c_str());
  return exit_status;
}

}  // namespace

int Main(int argc, char** argv) {
  CLI::App app("Runs a TFLite model.", "litevk-run");
  RunArguments arguments;
  AddOptions(app, arguments);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kExitOk : kExitUsage;
  }
  if (const Status status = CheckUsage(arguments); !status.ok()) return Fail(kExitUsage, status);
  bool differs = false;
  if (const Status status = Run(arguments, &differs); !status.ok()) return Fail(kExitFailed, status);
  return differs ? kExitDiffers : kExitOk;
}

}  // namespace litevk::tools

// CLI11 throws on contradictory definitions only, which would be ours.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) { return litevk::tools::Main(argc, argv); }
