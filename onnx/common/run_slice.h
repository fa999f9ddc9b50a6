// Slices whose bounds are computed at run time.
#pragma once

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// True if an input from the second on is computed at run time.
bool HasBoundsOfRun(const NodeFacts& node);

// Writes a SLICE from begins and sizes.
Status WriteRunSlice(NodeWriter& node);
// Writes a STRIDED_SLICE from begins, ends and the node's masks. Its strides are stored.
Status WriteRunStridedSlice(NodeWriter& node);

}  // namespace litevk::to_onnx
