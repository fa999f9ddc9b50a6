// Nodes of a graph in an order in which they can be computed.
#pragma once

#include "runtime/base/status.h"

namespace onnx {
class GraphProto;
}

namespace litevk::to_onnx {

// Moves each node behind those whose results it reads, and nothing else. Fails where nodes read each other.
Status SortNodes(::onnx::GraphProto& graph);

}  // namespace litevk::to_onnx
