// litevk-tflite2onnx: writes a TFLite model as an ONNX model. Exit status: 0 when the model is written; 1
// when it cannot be converted; 2 for a wrong command line, 3 when a file cannot be read or written.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "runtime/base/files.h"
#include "runtime/base/printable.h"
#include "runtime/model/model.h"
#include "runtime/onnx/convert.h"
#include "runtime/onnx/op_row.h"
#include "tools/program/output.h"
#include "tools/program/program.h"
#include "tools/tflite2onnx/arguments.h"
#include "tools/tflite2onnx/conversion_report.h"

namespace litevk::tools {
namespace {

// The table of docs/ONNX.md.
void ListOperators() {
  Printf("| operator | computed in |\n| --- | --- |\n");
  for (const to_onnx::OpRow* row : to_onnx::OpRows()) {
    const std::string types = row->natives == TypeSet() ? "the model's own types" : row->natives.ToString();
    Printf("| %s | %s |\n", std::string(row->info.name).c_str(), types.c_str());
  }
}

Result<ExitStatus> Convert(const OnnxArguments& arguments) {
  LITEVK_ASSIGN_OR_RETURN(const auto model, Model::FromFile(arguments.model.string()));
  LITEVK_ASSIGN_OR_RETURN(const to_onnx::Options options, OptionsOf(arguments));
  auto conversion = to_onnx::Conversion::Run(*model, options);
  if (!conversion.ok()) {
    PrintfError("litevk-tflite2onnx: %s: %s\n", Printable(arguments.model.string()).c_str(),
                Printable(conversion.status().message()).c_str());
    return kExitNegative;
  }
  const to_onnx::Report& report = conversion->report();
  if (!arguments.report.empty()) {
    LITEVK_RETURN_IF_ERROR(WriteFileAtomically(arguments.report.string(), ReportJson(arguments, report)));
  }
  if (!report.refusals.empty()) {
    PrintfError("litevk-tflite2onnx: %s: nothing is written, since ONNX has no form here of:\n%s\n",
                Printable(arguments.model.string()).c_str(), RefusalText(report.refusals).c_str());
    return kExitNegative;
  }
  LITEVK_RETURN_IF_ERROR(conversion->Write(arguments.output.string()));
  Printf("%s\n", Printable(ReportText(report)).c_str());
  return kExitOk;
}

Result<ExitStatus> Run(const OnnxArguments& arguments) {
  if (!arguments.lists_operators) return Convert(arguments);
  ListOperators();
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
