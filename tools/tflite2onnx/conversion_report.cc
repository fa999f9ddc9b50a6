#include "tools/tflite2onnx/conversion_report.h"

#include <nlohmann/json.hpp>

#include "runtime/base/printable.h"

namespace litevk::tools {
namespace {

using Json = nlohmann::ordered_json;

Json JsonOf(const std::vector<to_onnx::Refusal>& refusals) {
  Json list = Json::array();
  for (const to_onnx::Refusal& refusal : refusals) {
    list.push_back({{"op", refusal.op}, {"reason", refusal.reason}, {"nodes", refusal.nodes}});
  }
  return list;
}

Json JsonOf(const std::vector<to_onnx::PassRefusal>& refusals) {
  Json list = Json::array();
  for (const to_onnx::PassRefusal& refusal : refusals) {
    list.push_back({{"pass", refusal.pass},
                    {"op", refusal.op},
                    {"node", refusal.node ? Json(*refusal.node) : Json()},
                    {"reason", refusal.reason}});
  }
  return list;
}

}  // namespace

std::string ReportText(const to_onnx::Report& report) {
  std::string text = "opset " + std::to_string(report.opset);
  text += ": " + std::to_string(report.tflite_nodes) + " TFLite nodes became " +
          std::to_string(report.onnx_nodes) + " ONNX nodes, " + std::to_string(report.transposes) +
          " Transposes among them";
  for (size_t i = 0; i < report.open_dims.size(); ++i) {
    text += (i == 0 ? "\nopen dims: " : ", ") + Printable(report.open_dims[i]);
    if (report.multiples[i] != 1) {
      text += " (multiples of " + std::to_string(report.multiples[i]) + " alone)";
    }
  }
  if (!report.fixed_dims.empty()) {
    text += "\ndims that the model leaves open are those of its file: " + Printable(report.fixed_dims);
  }
  return text;
}

std::string ReportJson(const OnnxArguments& arguments, const to_onnx::Report& report, bool is_written) {
  Json added = Json::array();
  for (const to_onnx::TransposeCount& transposes : report.added_transposes) {
    added.push_back({{"reason", transposes.reason}, {"count", transposes.count}});
  }
  Json multiples = Json::object();
  for (size_t i = 0; i < report.open_dims.size(); ++i) {
    if (report.multiples[i] != 1) multiples[report.open_dims[i]] = report.multiples[i];
  }
  const Json document = {{"schema_version", 1},
                         {"model", arguments.model.string()},
                         {"output", arguments.output.string()},
                         {"is_written", is_written},
                         {"opset", report.opset},
                         {"tflite_nodes", report.tflite_nodes},
                         {"onnx_nodes", report.onnx_nodes},
                         {"transposes", report.transposes},
                         {"quantize_nodes", report.quantize_nodes},
                         {"dequantize_nodes", report.dequantize_nodes},
                         {"signature", arguments.signature},
                         {"open_dims", report.open_dims},
                         {"multiples", std::move(multiples)},
                         {"fixed_dims", report.fixed_dims},
                         {"added_transposes", std::move(added)},
                         {"approximations", JsonOf(report.approximations)},
                         {"refusals", JsonOf(report.refusals)},
                         {"pass_refusals", JsonOf(report.pass_refusals)}};
  return JsonText(document, 2) + "\n";
}

}  // namespace litevk::tools
