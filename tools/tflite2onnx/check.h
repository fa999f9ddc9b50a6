// Checks a model that was written, with Python's onnx and onnxruntime.
#pragma once

#include <string>
#include <string_view>

#include "runtime/base/status.h"
#include "tools/tflite2onnx/arguments.h"

namespace litevk::tools {

// The text of python/litevk/check_onnx.py, which is embedded so that the program runs wherever it lies.
extern const std::string_view kCheckScript;

// Runs the script in the Python of the variable LITEVK_PYTHON, or in python3. The script prints its findings
// on standard output. Returns false if the model is faulty; with --strict, also if the results of both models
// differ. Fails if the model could not be checked.
Result<bool> Check(const OnnxArguments& arguments);

}  // namespace litevk::tools
