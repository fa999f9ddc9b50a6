// Places of the largest and the smallest values along a dim.
#pragma once

#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// Writes an ArgMax or ArgMin, of which the first place counts, as in TFLite.
Status ArgExtremum(NodeWriter& node, std::string_view op);

}  // namespace litevk::to_onnx
