// The ONNX model of a TFLite model that leaves dims open.
#pragma once

#include "runtime/base/status.h"
#include "runtime/onnx/write_model.h"

namespace litevk::to_onnx {

// Writes the model with names for its open dims, where the graph can follow these; else for the dims of the
// file, and the report says why. A model is written for several sizes, and what differs is computed in the
// run, of the inputs' dims. Where it can be run with multiples of a number alone, such as images that it
// halves and joins again, the sizes are multiples of the least such power of two. Dims that values of a run
// decide are found in the same way.
Result<WrittenModel> WriteOpenModel(const Source& source, const Options& options);

}  // namespace litevk::to_onnx
