// The check of a model that was written: Python's onnx and onnxruntime look at it.
#pragma once

#include <string>
#include <string_view>

#include "runtime/base/status.h"
#include "tools/tflite2onnx/arguments.h"

namespace litevk::tools {

// The script, which stands in the program so that it runs wherever the program lies:
// python/litevk/check_onnx.py.
extern const std::string_view kCheckScript;

// Runs the script in the Python of the variable LITEVK_PYTHON, or in python3. What it finds goes to standard
// output. Returns false where something is wrong with the model; with --strict, also where the results of
// both models differ. Fails where it could not look.
Result<bool> Check(const OnnxArguments& arguments);

}  // namespace litevk::tools
