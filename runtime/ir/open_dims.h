// Dims that a model leaves open: the caller sets them, by resizing inputs, before or after a delegate is
// applied.
#pragma once

#include "runtime/ir/graph_index.h"

namespace litevk::ir {

// Makes the open dims of the graph unknown, unless they are the caller's already. A model file has a 1 where
// its signature has an open dim. An input with another value in such a place was resized, and its dims are
// then what will run, as far as anybody can know; the open dims of other inputs become kUnknownDim. So do
// those of every tensor that a node writes: interpreters do not propagate shapes before they ask a delegate,
// and shape inference finds them anew.
void OpenDims(const GraphIndex& index, Graph& graph);

}  // namespace litevk::ir
