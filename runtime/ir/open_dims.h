// Open dims of a model. The caller sets them by resizing inputs, before or after a delegate is applied.
#pragma once

#include "runtime/ir/graph_index.h"

namespace litevk::ir {

// Makes the open dims of the graph unknown, unless the caller has set them. A model file has a 1 where its
// signature has an open dim. An input with another value there was resized, and its dims count as final.
//
// The open dims of other inputs become kUnknownDim. So do those of every tensor that a node writes.
// Interpreters do not propagate shapes before they ask a delegate, and shape inference finds them again.
void OpenDims(const GraphIndex& index, Graph& graph);

}  // namespace litevk::ir
