// Pools along height and width.
#pragma once

#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// Writes one ONNX pool with the node's window and activation.
Status Pool(NodeWriter& node, std::string_view op, const Attributes& further = {});

// Returns the attributes of the node's window.
Attributes PoolAttributes(const NodeWriter& node);

}  // namespace litevk::to_onnx
