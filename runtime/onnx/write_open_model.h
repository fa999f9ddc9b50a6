// The ONNX model of a TFLite model that leaves dims open.
#pragma once

#include "runtime/base/status.h"
#include "runtime/onnx/write_model.h"

namespace litevk::to_onnx {

// Writes the model with names for its open dims, where the graph can follow these; else for the dims of the
// file, and the report says why. A model is written for several sizes, and what differs is computed in the
// run, of the inputs' dims.
Result<WrittenModel> WriteOpenModel(const Model& model, const Options& options);

}  // namespace litevk::to_onnx
