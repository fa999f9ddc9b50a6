// What litevk-tflite2onnx tells of a conversion.
#pragma once

#include <string>

#include "runtime/onnx/convert.h"
#include "tools/tflite2onnx/arguments.h"

namespace litevk::tools {

// "opset 17: 12 TFLite nodes became 14 ONNX nodes, 1 Transpose among them", and a
// line about open dims where the model has any.
std::string ReportText(const to_onnx::Report& report);
// docs/ONNX.md describes it.
std::string ReportJson(const OnnxArguments& arguments, const to_onnx::Report& report, bool is_written);

}  // namespace litevk::tools
