// What the fuzzer of models does with a file on its way to ONNX.
#pragma once

#include "runtime/model/model.h"

namespace litevk::fuzz {

// Converts the model as it is, and with all that the options fold and move.
void ConvertModel(const Model& model);

}  // namespace litevk::fuzz
