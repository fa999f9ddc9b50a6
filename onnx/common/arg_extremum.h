// Indices of the largest and the smallest values along a dim.
#pragma once

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Writes an ArgMax or ArgMin that returns the first of several equal elements, as TFLite does.
Status ArgExtremum(NodeWriter& node, std::string_view op);

}  // namespace litevk::to_onnx
