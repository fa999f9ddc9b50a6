// Writes the ONNX model of a TFLite model that leaves dims open.
#pragma once

#include "onnx/convert/write_model.h"
#include "runtime/base/status.h"

namespace litevk::to_onnx {

// Writes the model with names for its open dims if the graph can follow them. Otherwise writes it for the
// dims of the file, and the report says why. The model is written for several sizes. Differing values are
// computed at run time from the inputs' dims.
//
// Some models only take multiples of a number, for example if they halve images and join them again. The
// sizes are then multiples of the smallest such power of two. Run-time dims are found in the same way.
Result<WrittenModel> WriteOpenModel(const Source& source, const Options& options);

}  // namespace litevk::to_onnx
