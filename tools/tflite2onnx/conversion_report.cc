#include "tools/tflite2onnx/conversion_report.h"

#include <nlohmann/json.hpp>

#include "runtime/base/printable.h"

namespace litevk::tools {

std::string ReportText(const to_onnx::Report& report) {
  std::string text = "opset " + std::to_string(report.opset);
  text += ": " + std::to_string(report.tflite_nodes) + " TFLite nodes became " +
          std::to_string(report.onnx_nodes) + " ONNX nodes, " + std::to_string(report.transposes) +
          " Transposes among them";
  return text;
}

std::string ReportJson(const OnnxArguments& arguments, const to_onnx::Report& report) {
  using Json = nlohmann::ordered_json;
  Json refusals = Json::array();
  for (const to_onnx::Refusal& refusal : report.refusals) {
    refusals.push_back({{"op", refusal.op}, {"reason", refusal.reason}, {"nodes", refusal.nodes}});
  }
  const Json document = {{"schema_version", 1},
                         {"model", arguments.model.string()},
                         {"output", arguments.output.string()},
                         {"is_written", report.refusals.empty()},
                         {"opset", report.opset},
                         {"tflite_nodes", report.tflite_nodes},
                         {"onnx_nodes", report.onnx_nodes},
                         {"transposes", report.transposes},
                         {"quantize_nodes", report.quantize_nodes},
                         {"dequantize_nodes", report.dequantize_nodes},
                         {"refusals", std::move(refusals)}};
  return JsonText(document, 2) + "\n";
}

}  // namespace litevk::tools
