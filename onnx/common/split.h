// Parts of a tensor along one dim.
#pragma once

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Writes all outputs as parts of an input along a dim. Their own dims give the lengths.
Status WriteParts(NodeWriter& node, size_t input, int axis);

}  // namespace litevk::to_onnx
