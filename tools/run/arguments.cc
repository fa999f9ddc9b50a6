#include "tools/run/arguments.h"

#include <CLI/CLI.hpp>
#include <limits>

#include "tools/program/checks.h"
#include "tools/program/delegate_options.h"
#include "tools/program/model_argument.h"
#include "tools/program/shape_option.h"
#include "tools/program/threads_option.h"

namespace litevk::tools {
namespace {

// Twice the number still fits an int.
constexpr int kMostRuns = 1'000'000'000;

}  // namespace

void AddCompareOption(CLI::App& app, std::string& compare) {
  app.add_option("--compare", compare,
                 "How far the outputs are from the CPU kernels' (cpu, also where nothing follows), or from a "
                 "folder of output_0.npy, output_1.npy, ...")
      ->type_name("cpu|DIR")
      ->expected(0, 1)
      ->default_str("cpu");
}

void AddOptions(CLI::App& app, RunArguments& arguments) {
  AddModelArgument(app, arguments.model);
  auto* inputs =
      app.add_option("--input", arguments.inputs, "A .npy file; once per input, in the model's order");
  inputs->type_name("FILE.npy")->allow_extra_args(false);
  app.add_option("--input-dir", arguments.input_dir, "A folder that holds input_0.npy, input_1.npy, ...")
      ->type_name("DIR")
      ->excludes(inputs);
  app.add_option("--output-dir", arguments.output_dir, "Write output_0.npy, output_1.npy, ... there")
      ->type_name("DIR");
  app.add_option("--delegate", arguments.delegate, "none, vulkan, or the path of a delegate library")
      ->capture_default_str();
  AddDelegateOptions(app, arguments.delegate_options);
  AddShapeOption(app, arguments.shapes, "Resize an input, for example image:1,224,224,3");
  app.add_option("--random-seed", arguments.random_seed, "Of the values used where no input is given")
      ->check(WholeNumber(0, std::numeric_limits<int64_t>::max()))
      ->capture_default_str();
  AddInputValueFlags(app, arguments.input_values);
  app.add_option("--signature", arguments.signature, "Run the model's signature of that name")
      ->type_name("NAME");
  app.add_flag("--dequantize", arguments.dequantize,
               "Take float32 files and ranges for quantized inputs, and write and compare quantized outputs "
               "as float32");
  AddCompareOption(app, arguments.compare);
  app.add_flag(
      "--bisect", arguments.bisect,
      "Find the first node whose result with the delegate departs from the reference kernels', and the "
      "switches and partition boundaries that make a difference of the outputs go away");
  app.add_option("--atol", arguments.tolerance.atol, "Allowed absolute difference")->check(AtLeastZero());
  app.add_option("--rtol", arguments.tolerance.rtol, "Allowed difference as a share of the reference")
      ->check(AtLeastZero());
  app.add_option("--runs,--num_runs", arguments.runs, "Timed runs")
      ->check(WholeNumber(1, kMostRuns))
      ->capture_default_str();
  app.add_option("--warmup,--warmup_runs", arguments.warmup, "Runs before them")
      ->check(WholeNumber(0, kMostRuns))
      ->capture_default_str();
  AddThreadsOption(app, arguments.num_threads);
  app.add_flag("--profile,--enable_op_profiling", arguments.profile,
               "Print the time of each node, and of each dispatch of litevk's partitions");
  app.add_option("--json,--report", arguments.report, "Write everything that is printed there as JSON")
      ->type_name("FILE.json");
  app.add_option("--custom-op-library", arguments.custom_op_libraries,
                 "A shared library with custom operators")
      ->type_name("PATH")
      ->allow_extra_args(false);
}

}  // namespace litevk::tools
