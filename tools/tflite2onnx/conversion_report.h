// The report of litevk-tflite2onnx on a conversion, as text and as JSON.
#pragma once

#include <string>

#include "onnx/convert/convert.h"
#include "tools/tflite2onnx/arguments.h"

namespace litevk::tools {

// Returns "opset 17: 12 TFLite nodes became 14 ONNX nodes, 1 Transpose among them", and a line about open
// dims if the model has any.
std::string ReportText(const to_onnx::Report& report);
// Returns the JSON document that docs/ONNX.md describes.
std::string ReportJson(const OnnxArguments& arguments, const to_onnx::Report& report, bool is_written);

}  // namespace litevk::tools
