// Operators whose result is a constant of the ONNX model.
#pragma once

#include "onnx/facts/op_row.h"

namespace litevk::to_onnx {

// Refuses a node whose result is not known when the model is converted.
Status RefuseUnknown(NodeWriter& node);

}  // namespace litevk::to_onnx
