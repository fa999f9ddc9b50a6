// litevk-run: runs a .tflite model with no TFLite installed, on the CPU reference kernels or with a delegate,
// and compares, bisects, profiles. Exit status, where 2 and 3 come with an error message:
//
// | 0 | ok |
// | 1 | a comparison failed |
// | 2 | bad usage |
// | 3 | the model cannot be loaded or run |
#include <CLI/CLI.hpp>

#include "runtime/platform/files.h"
#include "tools/program/delegate_options.h"
#include "tools/program/model_argument.h"
#include "tools/program/program.h"
#include "tools/program/shape_option.h"
#include "tools/run/compare_outputs.h"
#include "tools/run/run.h"

namespace litevk::tools {
namespace {

// Checks the command line without reading the model.
Status CheckUsage(const RunArguments& arguments) {
  LITEVK_RETURN_IF_ERROR(CheckModelArgument(arguments.model));
  for (const std::string& text : arguments.shapes) LITEVK_RETURN_IF_ERROR(ParseShapeOption(text).status());
  LITEVK_RETURN_IF_ERROR(ParseDelegateOptions(arguments.delegate_options).status());
  LITEVK_RETURN_IF_ERROR(CheckDelegate(arguments.delegate, {"none", "vulkan"}));
  LITEVK_RETURN_IF_ERROR(CheckCompare(arguments.compare));
  if (!arguments.report.empty()) LITEVK_RETURN_IF_ERROR(CheckWritable(arguments.report.string()));
  LITEVK_RETURN_IF_ERROR(ParseInputValues(arguments.input_values).status());
  const InputValueFlags& values = arguments.input_values;
  if (!(arguments.inputs.empty() && arguments.input_dir.empty()) &&
      !(values.ranges.empty() && values.files.empty())) {
    return InvalidArgument(
        "--input and --input-dir give every input: leave --input_layer_value_range and "
        "--input_layer_value_files "
        "out");
  }
  if (arguments.bisect && arguments.delegate == "none") {
    return InvalidArgument("--bisect needs a --delegate");
  }
  if (!arguments.delegate_options.empty() && arguments.delegate == "none") {
    return InvalidArgument("-o is for a delegate: add --delegate vulkan");
  }
  return {};
}

}  // namespace

int Main(int argc, char** argv) {
  return GuardProgram("litevk-run", [&] {
    CLI::App app("Runs a TFLite model.", "litevk-run");
    RunArguments arguments;
    AddOptions(app, arguments);
    return RunProgram(
        app, argc, argv, [&] { return CheckUsage(arguments); }, [&] { return Run(arguments); });
  });
}

}  // namespace litevk::tools

int main(int argc, char** argv) { return litevk::tools::Main(argc, argv); }
