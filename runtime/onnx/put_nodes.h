// Nodes that are added to a graph that is written already.
#pragma once

#include "runtime/base/status.h"

namespace onnx {
class GraphProto;
}

namespace litevk::to_onnx {

// Moves the nodes of a graph into another one: each in front of the nodes that read it, and into the
// innermost graph within it that has a value that the node reads.
Status PutIn(::onnx::GraphProto& added, ::onnx::GraphProto& graph);

}  // namespace litevk::to_onnx
