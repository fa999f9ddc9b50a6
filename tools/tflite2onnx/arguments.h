// The command line of litevk-tflite2onnx.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "onnx/convert/convert.h"
#include "runtime/base/status.h"

namespace CLI {
class App;
}  // namespace CLI

namespace litevk::tools {

struct OnnxArguments {
  std::filesystem::path model;
  std::filesystem::path output;
  std::filesystem::path report;
  int opset = to_onnx::kDefaultOpset;
  std::vector<std::string> layouts;  // NAME:FROM:TO
  std::vector<std::string> shapes;   // NAME:1,224,224,3
  std::string signature;             // empty: the model's first subgraph
  std::string edges = "keep";
  std::string halves = "keep";
  std::string dims = "open";
  std::string quantization = "qdq";
  std::string dump_after;  // name of a pass; empty: nothing is printed
  bool has_external_data = false;
  bool checks = false;
  bool is_strict = false;
  bool lists_operators = false;
  bool lists_passes = false;
  bool explains_passes = false;
};

void AddOptions(CLI::App& app, OnnxArguments& arguments);
Status CheckUsage(const OnnxArguments& arguments);
// Fails if a file cannot be written, or would replace another file of the command line.
Status CheckFiles(const OnnxArguments& arguments);
// Fails if the file of the weights cannot be written, or would replace another file of the command line.
Status CheckDataFile(const OnnxArguments& arguments, const std::string& path);
// Fails where a layout is not of the form NAME:FROM:TO, or a shape not of the form NAME:DIMS. Also fails if
// no pass has the name of --dump-after.
Result<to_onnx::Options> OptionsOf(const OnnxArguments& arguments);

}  // namespace litevk::tools
