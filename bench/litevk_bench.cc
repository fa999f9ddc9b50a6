// litevk-bench: measures the time and memory of a model, on a delegate or on litevk's CPU kernels. Flags and
// final lines are those of TFLite's benchmark_model. Exit status: 0 ok, 1 outputs differ, 2 bad usage, 3 the
// model cannot be loaded or run, 130 Ctrl-C. Statuses 2 and 3 come with one diagnostic on standard error.
#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "bench/model/advise.h"
#include "bench/model/cold_caches.h"
#include "bench/model/cpu_estimates.h"
#include "bench/model/measure.h"
#include "bench/model/print.h"
#include "bench/pictures/pictures.h"
#include "runtime/base/printable.h"
#include "runtime/platform/files.h"
#include "tools/program/interrupt.h"
#include "tools/program/model_argument.h"
#include "tools/program/output.h"
#include "tools/program/program.h"
#include "tools/run/compare_outputs.h"
#include "tools/run/dynamic_range.h"

namespace litevk::bench {
namespace {

using tools::ExitStatus;

// Checks output files before the measurement, which takes long.
Status CheckFiles(const BenchArguments& arguments) {
  for (const std::filesystem::path* path :
       {&arguments.json, &arguments.trace, &arguments.html, &arguments.model_explorer}) {
    if (path->empty()) continue;
    LITEVK_RETURN_IF_ERROR(CheckWritable(path->string()));
  }
  return {};
}

// Checks for errors that the command line alone reveals.
Status CheckUsage(BenchArguments& arguments) {
  LITEVK_RETURN_IF_ERROR(tools::CheckModelArgument(arguments.graph));
  LITEVK_RETURN_IF_ERROR(ApplyDelegate(arguments));
  LITEVK_RETURN_IF_ERROR(OptionsOf(arguments).status());
  LITEVK_RETURN_IF_ERROR(ShapesOf(arguments).status());
  LITEVK_RETURN_IF_ERROR(tools::CheckCompare(arguments.compare));
  LITEVK_RETURN_IF_ERROR(tools::ParseInputValues(arguments.input_values).status());
  if (arguments.advise && arguments.use_cpu)
    return InvalidArgument("--advise includes the CPU: leave --use_cpu out");
  if (arguments.advise && !arguments.signature.empty())
    return InvalidArgument("--advise compares only the main subgraph: leave --signature out");
  if (arguments.advise && arguments.WantsPictures())
    return InvalidArgument("--advise compares several runs, a picture shows one: leave it out");
  if (arguments.compare == "cpu" && arguments.use_cpu)
    return InvalidArgument("--compare compares with the CPU: leave --use_cpu out");
  if (!arguments.compare.empty() && arguments.advise)
    return InvalidArgument("--advise compares times, --compare outputs: leave one out");
  if (!arguments.compare.empty() && arguments.compare != "cpu" && arguments.WantsPictures()) {
    return InvalidArgument(
        "--html and --model-explorer compare only with the CPU kernels: write --compare cpu");
  }
  if (arguments.require_full_delegation && arguments.use_cpu)
    return InvalidArgument("--require_full_delegation contradicts --use_cpu");
  return CheckFiles(arguments);
}

// Returns the outputs with which those of the timed session are compared.
Result<std::vector<tools::Array>> Reference(const BenchArguments& arguments, const Measurement& measurement) {
  if (arguments.compare != "cpu") return tools::ReadReference(arguments.compare);
  if (!measurement.cpu->problem.empty()) return Unavailable(measurement.cpu->problem);
  return measurement.cpu->outputs;
}

// Compares the outputs of the timed session's first inference as --compare asks; returns nothing without it.
Result<std::vector<tools::Difference>> CompareResults(const BenchArguments& arguments, const Backend& backend,
                                                      const Measurement& measurement) {
  if (arguments.compare.empty() || tools::WasInterrupted()) return std::vector<tools::Difference>();
  LITEVK_ASSIGN_OR_RETURN(const auto reference, Reference(arguments, measurement));
  LITEVK_ASSIGN_OR_RETURN(auto differences,
                          tools::CompareOutputs(measurement.outputs, reference, *measurement.tolerances));
  tools::PrintDifferences(differences);
  if (!tools::Agree(differences) && backend.delegate.has_value()) {
    tools::PrintDynamicRangeAdvice(arguments.graph, backend.options);
  }
  return differences;
}

Result<ExitStatus> PrintCpuEstimates(const BenchArguments& arguments) {
  LITEVK_ASSIGN_OR_RETURN(const nlohmann::ordered_json json, CpuEstimates(arguments.graph));
  tools::Printf("%s\n", JsonText(json, 1).c_str());
  return tools::kExitOk;
}

Result<ExitStatus> Run(const BenchArguments& arguments) {
  if (arguments.cpu_estimates) return PrintCpuEstimates(arguments);
  std::unique_ptr<ColdCaches> caches;
  if (arguments.cold) {
    LITEVK_ASSIGN_OR_RETURN(caches, ColdCaches::Create());
  }
  tools::NoteInterrupt();
  ExitStatus status = tools::kExitOk;
  nlohmann::ordered_json json;
  if (arguments.advise) {
    LITEVK_ASSIGN_OR_RETURN(json, Advise(arguments));
  } else {
    LITEVK_ASSIGN_OR_RETURN(const Backend backend, BackendOf(arguments));
    LITEVK_ASSIGN_OR_RETURN(const Measurement measurement, Measure(arguments, backend));
    Print(arguments, measurement);
    json = ToJson(arguments, measurement);
    LITEVK_RETURN_IF_ERROR(WritePictures(arguments, backend, measurement));
    LITEVK_ASSIGN_OR_RETURN(const auto differences, CompareResults(arguments, backend, measurement));
    for (const tools::Difference& difference : differences) {
      json["comparisons"].emplace_back(tools::ToJson(difference));
    }
    if (!tools::Agree(differences)) status = tools::kExitNegative;
  }
  if (!arguments.json.empty()) LITEVK_RETURN_IF_ERROR(WriteJson(arguments.json, json));
  return tools::WasInterrupted() ? tools::kExitInterrupted : status;
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
