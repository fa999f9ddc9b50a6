// litevk-tflite2onnx: writes a TFLite model as an ONNX model. Exit status:
//
// | 0 | the model is written |
// | 1 | the model cannot be converted, or a check finds a fault |
// | 2 | wrong command line |
// | 3 | a file cannot be read or written |
#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>

#include "onnx/convert/convert.h"
#include "onnx/facts/op_row.h"
#include "runtime/base/printable.h"
#include "runtime/model/model.h"
#include "runtime/platform/files.h"
#include "tools/program/output.h"
#include "tools/program/program.h"
#include "tools/program/progress.h"
#include "tools/tflite2onnx/arguments.h"
#include "tools/tflite2onnx/check.h"
#include "tools/tflite2onnx/conversion_report.h"

namespace litevk::tools {
namespace {

// Prints the table of operators in docs/ONNX.md.
void ListOperators() {
  Printf("| operator | computed in |\n| --- | --- |\n");
  for (const to_onnx::OpRow* row : to_onnx::OpRows()) {
    const std::string types =
        row->types.native == TypeSet() ? "the model's own types" : row->types.native.ToString();
    Printf("| %s | %s |\n", std::string(row->info.name).c_str(), types.c_str());
  }
}

// Prints the table of passes in docs/ONNX.md.
void ListPasses() {
  Printf("| pass | its place |\n| --- | --- |\n");
  for (const to_onnx::PassPlace& pass : to_onnx::PassPlaces()) {
    Printf("| `%s` | %s |\n", std::string(pass.pass).c_str(), std::string(pass.reason).c_str());
  }
}

// Prints what the user has asked to know about the passes.
void TellPasses(const OnnxArguments& arguments, const to_onnx::Report& report) {
  if (!arguments.dump_after.empty()) {
    const std::string none = "the pass " + arguments.dump_after + " did not run\n";
    Printf("%s", report.dump.empty() ? none.c_str() : report.dump.c_str());
  }
  if (!arguments.explains_passes || report.pass_refusals.empty()) return;
  Printf("%s\n", PrintableLines(RefusalText(report.pass_refusals)).c_str());
}

// Prints a message about the model on standard error.
void Tell(const OnnxArguments& arguments, const std::string& diagnostic) {
  PrintfError("litevk-tflite2onnx: %s: %s\n", Printable(arguments.model.string()).c_str(),
              diagnostic.c_str());
}

// Prints the reasons why nothing is written. Returns false if there are none.
bool TellRefusals(const OnnxArguments& arguments, const to_onnx::Report& report) {
  if (!report.refusals.empty()) {
    Tell(arguments, "nothing is written, since ONNX has no form here of:\n" + RefusalText(report.refusals));
    return true;
  }
  if (!arguments.is_strict || report.approximations.empty()) return false;
  Tell(arguments,
       "nothing is written, since --strict does not allow:\n" + RefusalText(report.approximations));
  return true;
}

Result<to_onnx::Conversion> Converted(const OnnxArguments& arguments, const Model& model) {
  LITEVK_ASSIGN_OR_RETURN(to_onnx::Options options, OptionsOf(arguments));
  std::optional<Progress> progress;
  options.on_progress = [&](size_t done, size_t total) {
    if (!progress) progress.emplace("converting", static_cast<int>(total));
    progress->AdvanceTo(static_cast<int>(done));
  };
  return to_onnx::Conversion::Run(model, options);
}

Status WriteModel(const OnnxArguments& arguments, to_onnx::Conversion& conversion) {
  const std::string output = arguments.output.string();
  const std::string data = conversion.DataPath(output);
  if (!data.empty()) LITEVK_RETURN_IF_ERROR(CheckDataFile(arguments, data));
  return conversion.Write(output);
}

Result<ExitStatus> Convert(const OnnxArguments& arguments) {
  LITEVK_ASSIGN_OR_RETURN(const auto model, Model::FromFile(arguments.model.string()));
  LITEVK_RETURN_IF_ERROR(CheckFiles(arguments));
  auto conversion = Converted(arguments, *model);
  if (!conversion.ok()) {
    Tell(arguments, Printable(conversion.status().message()));
    return kExitNegative;
  }
  const to_onnx::Report& report = conversion->report();
  TellPasses(arguments, report);
  const bool is_refused = TellRefusals(arguments, report);
  if (!is_refused) LITEVK_RETURN_IF_ERROR(WriteModel(arguments, *conversion));
  if (!arguments.report.empty()) {
    LITEVK_RETURN_IF_ERROR(
        WriteFileAtomically(arguments.report.string(), ReportJson(arguments, report, !is_refused)));
  }
  if (is_refused) return kExitNegative;
  Printf("%s\n", ReportText(report).c_str());
  if (!arguments.checks) return kExitOk;
  std::fflush(stdout);
  LITEVK_ASSIGN_OR_RETURN(const bool is_right, Check(arguments));
  return is_right ? kExitOk : kExitNegative;
}

Result<ExitStatus> Run(const OnnxArguments& arguments) {
  if (arguments.lists_operators) {
    ListOperators();
  } else if (arguments.lists_passes) {
    ListPasses();
  } else {
    return Convert(arguments);
  }
  return kExitOk;
}

}  // namespace

int Main(int argc, char** argv) {
  return GuardProgram("litevk-tflite2onnx", [&] {
    CLI::App app("Writes a TFLite model as an ONNX model", "litevk-tflite2onnx");
    OnnxArguments arguments;
    AddOptions(app, arguments);
    return RunProgram(
        app, argc, argv, [&] { return CheckUsage(arguments); }, [&] { return Run(arguments); });
  });
}

}  // namespace litevk::tools

int main(int argc, char** argv) { return litevk::tools::Main(argc, argv); }
