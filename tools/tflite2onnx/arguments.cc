#include "tools/tflite2onnx/arguments.h"

#include <CLI/CLI.hpp>

#include "runtime/platform/files.h"
#include "tools/program/shape_option.h"

namespace litevk::tools {
namespace {

// Splits NAME:FROM:TO at the last two colons, since a tensor's name may have colons itself.
Result<NamedLayout> ParseLayout(const std::string& text) {
  const size_t last = text.rfind(':');
  const size_t middle =
      last == std::string::npos || last == 0 ? std::string::npos : text.rfind(':', last - 1);
  if (middle == std::string::npos || middle == 0) {
    return InvalidArgument("--layout is '" + text + "', expected NAME:FROM:TO, such as image:NHWC:NCHW");
  }
  return NamedLayout{text.substr(0, middle), text.substr(middle + 1, last - middle - 1),
                     text.substr(last + 1)};
}

Status CheckApart(const std::string& path, const std::string& other, const std::string& clash) {
  return IsSameFile(path, other) ? InvalidArgument("file \"" + path + "\": " + clash) : Status();
}

// Fails unless the name is empty or that of a pass.
Status CheckPass(const std::string& name) {
  std::string names;
  for (const to_onnx::PassPlace& pass : to_onnx::PassPlaces()) {
    if (name.empty() || name == pass.pass) return {};
    names += (names.empty() ? "" : ", ") + std::string(pass.pass);
  }
  return InvalidArgument("--dump-after is '" + name + "', expected one of " + names);
}

}  // namespace

void AddOptions(CLI::App& app, OnnxArguments& arguments) {
  app.add_option("model", arguments.model, "The TFLite model");
  app.add_option("output", arguments.output, "The ONNX model to write");
  app.add_option("--opset", arguments.opset, "The version of ONNX's operators; 17 unless given")
      ->check(CLI::Range(to_onnx::kOldestOpset, to_onnx::kNewestOpset));
  app.add_option("--layout", arguments.layouts,
                 "NAME:FROM:TO: the order of dims of a tensor, such as image:NHWC:NCHW");
  app.add_option(
         "--io-layout", arguments.edges,
         "keep: inputs and outputs have their dims as in TFLite; nchw: images have their channels first")
      ->check(CLI::IsMember({"keep", "nchw"}));
  app.add_option("--dims", arguments.dims,
                 "open: dims that the model leaves open have names; file: they are those of its file")
      ->check(CLI::IsMember({"open", "file"}));
  AddShapeOption(app, arguments.shapes,
                 "The dims of an input, for example image:1,224,224,3; -1 stands for one that stays open");
  app.add_option("--signature", arguments.signature, "Convert the model's signature of that name")
      ->type_name("NAME");
  app.add_option("--fp16", arguments.halves,
                 "keep: constants of float16 stay so, with a Cast behind each; fold: they become float32")
      ->check(CLI::IsMember({"keep", "fold"}));
  app.add_option("--quant", arguments.quantization,
                 "qdq: quantized tensors stay integers; exact: and are rounded as TFLite rounds them, "
                 "in slower operators; float: floats take their place")
      ->check(CLI::IsMember({"qdq", "exact", "float"}));
  app.add_flag("--external-data", arguments.has_external_data,
               "Write the weights into a file beside the model");
  app.add_option("--report", arguments.report, "Write what was done, as JSON, into this file");
  app.add_flag("--check", arguments.checks,
               "Check the model with Python's onnx and, where there is onnxruntime, run both models");
  app.add_flag("--strict", arguments.is_strict,
               "Write nothing where ONNX computes otherwise than TFLite; with --check, also fail where "
               "results differ");
  app.add_option("--dump-after", arguments.dump_after,
                 "Print the graph after that pass, a line for each node")
      ->type_name("PASS");
  app.add_flag("--explain-passes", arguments.explains_passes,
               "Print what passes over the graph left as it is, with the reasons");
  app.add_flag("--list-passes", arguments.lists_passes,
               "Print the passes in order, with the reasons for their places");
  app.add_flag("--list-ops", arguments.lists_operators, "Print the operators that can be converted");
}

Status CheckUsage(const OnnxArguments& arguments) {
  if (arguments.lists_operators || arguments.lists_passes) return {};
  if (arguments.model.empty()) return InvalidArgument("the model is missing");
  if (arguments.output.empty()) return InvalidArgument("the name of the ONNX model is missing");
  return OptionsOf(arguments).status();
}

Status CheckFiles(const OnnxArguments& arguments) {
  const std::string model = arguments.model.string();
  const std::string output = arguments.output.string();
  const std::string report = arguments.report.string();
  LITEVK_RETURN_IF_ERROR(
      CheckApart(output, model, "the ONNX model would take the place of the TFLite model"));
  LITEVK_RETURN_IF_ERROR(CheckWritable(output));
  if (report.empty()) return {};
  LITEVK_RETURN_IF_ERROR(CheckApart(report, model, "the report would take the place of the TFLite model"));
  LITEVK_RETURN_IF_ERROR(CheckApart(report, output, "the report would take the place of the ONNX model"));
  return CheckWritable(report);
}

Status CheckDataFile(const OnnxArguments& arguments, const std::string& path) {
  const std::string clash = "the file of the weights would take the place of ";
  LITEVK_RETURN_IF_ERROR(CheckApart(path, arguments.model.string(), clash + "the TFLite model"));
  return CheckApart(path, arguments.report.string(), clash + "the report");
}

Result<to_onnx::Options> OptionsOf(const OnnxArguments& arguments) {
  to_onnx::Options options;
  options.opset = arguments.opset;
  options.has_channels_first_edges = arguments.edges == "nchw";
  options.folds_quantization = arguments.quantization == "float";
  options.follows_roundings = arguments.quantization == "exact";
  options.has_external_data = arguments.has_external_data;
  options.keeps_open_dims = arguments.dims == "open";
  options.folds_float16 = arguments.halves == "fold";
  options.signature = arguments.signature;
  LITEVK_RETURN_IF_ERROR(CheckPass(arguments.dump_after));
  options.dump_after = arguments.dump_after;
  for (const std::string& text : arguments.layouts) {
    LITEVK_ASSIGN_OR_RETURN(NamedLayout layout, ParseLayout(text));
    options.layouts.push_back(std::move(layout));
  }
  for (const std::string& text : arguments.shapes) {
    LITEVK_ASSIGN_OR_RETURN(auto shape, ParseShapeOption(text, to_onnx::kOpen));
    options.shapes.push_back(std::move(shape));
  }
  return options;
}

}  // namespace litevk::tools
