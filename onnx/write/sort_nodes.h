// Sorts the nodes of a graph topologically.
#pragma once

#include "runtime/base/status.h"

namespace onnx {
class GraphProto;
}

namespace litevk::to_onnx {

// Moves each node behind the nodes whose results it reads, and keeps the order otherwise. Fails for a cycle.
Status SortNodes(::onnx::GraphProto& graph);

}  // namespace litevk::to_onnx
