// Adds nodes to a graph that is already written.
#pragma once

#include "runtime/base/status.h"

namespace onnx {
class GraphProto;
}

namespace litevk::to_onnx {

// Moves the nodes of a graph into another one. Each goes in front of its readers, into the innermost graph
// that has a value that it reads.
Status PutIn(::onnx::GraphProto& added, ::onnx::GraphProto& graph);

}  // namespace litevk::to_onnx
