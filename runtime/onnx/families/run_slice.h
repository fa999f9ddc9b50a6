// Slices whose bounds a run computes.
#pragma once

#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// Says whether a run computes one of the inputs from the second on.
bool HasBoundsOfRun(const NodeWriter& node);

// Writes a SLICE by begins and sizes.
Status WriteRunSlice(NodeWriter& node);
// Writes a STRIDED_SLICE by begins, ends and the node's masks. Its strides are stored.
Status WriteRunStridedSlice(NodeWriter& node);

}  // namespace litevk::to_onnx
