// Operators whose result is a constant of the ONNX model.
#pragma once

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Refuses a node whose result is not known when the model is converted.
Status RefuseUnknown(NodeWriter& node);

}  // namespace litevk::to_onnx
