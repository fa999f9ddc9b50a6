// litevk-bench: the time and memory that a model takes, on a delegate or on litevk's CPU kernels, with the
// flags and final lines of TFLite's benchmark_model. Exit status: 0 ok, 2 bad usage, 3 the model cannot be
// loaded or run; 2 and 3 with one sentence on standard error.
#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "bench/model/advise.h"
#include "bench/model/cold_caches.h"
#include "bench/model/measure.h"
#include "bench/model/print.h"
#include "bench/pictures/pictures.h"
#include "tools/program/program.h"

namespace litevk::bench {
namespace {

using tools::ExitStatus;

// What the command line alone shows to be wrong.
Status CheckUsage(const BenchArguments& arguments) {
  LITEVK_RETURN_IF_ERROR(ParseDelegateOptions(arguments.external_delegate_options).status());
  LITEVK_RETURN_IF_ERROR(ParseLayerShapes(arguments.input_layer, arguments.input_layer_shape).status());
  LITEVK_RETURN_IF_ERROR(tools::ParseInputValues(arguments.input_values).status());
  if (arguments.advise && arguments.use_cpu)
    return InvalidArgument("--advise includes the CPU: leave --use_cpu out");
  if (arguments.advise && arguments.WantsPictures())
    return InvalidArgument("--advise compares several runs, a picture shows one: leave it out");
  if (arguments.compare && arguments.html.empty() && arguments.model_explorer.empty())
    return InvalidArgument("--compare is for --html and --model-explorer, which show what it finds");
  if (arguments.compare && arguments.use_cpu)
    return InvalidArgument("--compare compares with the CPU: leave --use_cpu out");
  if (arguments.require_full_delegation && arguments.use_cpu)
    return InvalidArgument("--require_full_delegation contradicts --use_cpu");
  return {};
}

Result<ExitStatus> Run(const BenchArguments& arguments) {
  std::unique_ptr<ColdCaches> caches;
  if (arguments.cold) {
    LITEVK_ASSIGN_OR_RETURN(caches, ColdCaches::Create());
  }
  nlohmann::ordered_json json;
  if (arguments.advise) {
    LITEVK_ASSIGN_OR_RETURN(json, Advise(arguments));
  } else {
    LITEVK_ASSIGN_OR_RETURN(const Backend backend, BackendOf(arguments));
    LITEVK_ASSIGN_OR_RETURN(const Measurement measurement, Measure(arguments, backend));
    Print(arguments, measurement);
    json = ToJson(arguments, measurement);
    LITEVK_RETURN_IF_ERROR(WritePictures(arguments, backend, measurement));
  }
  if (!arguments.json.empty()) LITEVK_RETURN_IF_ERROR(WriteJson(arguments.json, json));
  return tools::kExitOk;
}

}  // namespace

int Main(int argc, char** argv) {
  return tools::GuardProgram("litevk-bench", [&] {
    CLI::App app("Measures the time and memory that a TFLite model takes.", "litevk-bench");
    BenchArguments arguments;
    AddOptions(app, arguments);
    return tools::RunProgram(
        app, argc, argv, [&] { return CheckUsage(arguments); }, [&] { return Run(arguments); });
  });
}

}  // namespace litevk::bench

int main(int argc, char** argv) { return litevk::bench::Main(argc, argv); }
