// litevk-bench: the time and memory that a model takes, on a delegate or on litevk's CPU kernels, with the
// flags and final lines of TFLite's benchmark_model. Exit status: 0 ok, 2 bad usage, 3 the model cannot be
// loaded or run; 2 and 3 with one sentence on standard error.
#include <CLI/CLI.hpp>
#include <cstdio>

#include "bench/model/advise.h"
#include "bench/model/measure.h"
#include "bench/model/print.h"

namespace litevk::bench {
namespace {

enum ExitStatus : int { kExitOk = 0, kExitUsage = 2, kExitFailed = 3 };

// What the command line alone shows to be wrong.
Status CheckUsage(const BenchArguments& arguments) {
  LITEVK_RETURN_IF_ERROR(ParseDelegateOptions(arguments.external_delegate_options).status());
  LITEVK_RETURN_IF_ERROR(ParseLayerShapes(arguments.input_layer, arguments.input_layer_shape).status());
  if (arguments.advise && arguments.use_cpu)
    return InvalidArgument("--advise includes the CPU: leave --use_cpu out");
  return {};
}

Status Run(const BenchArguments& arguments) {
  nlohmann::ordered_json json;
  if (arguments.advise) {
    LITEVK_ASSIGN_OR_RETURN(json, Advise(arguments));
  } else {
    LITEVK_ASSIGN_OR_RETURN(const Backend backend, BackendOf(arguments));
    LITEVK_ASSIGN_OR_RETURN(const Measurement measurement, Measure(arguments, backend));
    Print(arguments, measurement);
    json = ToJson(arguments, measurement);
  }
  return arguments.json.empty() ? Status() : WriteJson(arguments.json, json);
}

int Fail(ExitStatus exit_status, const Status& status) {
  std::fprintf(stderr, "litevk-bench: %s\n", status.message().c_str());
  return exit_status;
}

}  // namespace

int Main(int argc, char** argv) {
  CLI::App app("Measures the time and memory that a TFLite model takes.", "litevk-bench");
  BenchArguments arguments;
  AddOptions(app, arguments);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kExitOk : kExitUsage;
  }
  if (const Status status = CheckUsage(arguments); !status.ok()) return Fail(kExitUsage, status);
  if (const Status status = Run(arguments); !status.ok()) return Fail(kExitFailed, status);
  return kExitOk;
}

}  // namespace litevk::bench

// CLI11 throws on contradictory definitions only, which would be ours.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) { return litevk::bench::Main(argc, argv); }
