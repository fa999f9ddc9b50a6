// Lists of TensorFlow, one item of which is replaced in a step of a loop.
#pragma once

#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

// Makes one DYNAMIC_UPDATE_SLICE of the two SLICEs and the CONCATENATION by which TensorFlow's converter has
// an item of a list replaced: the items in front, the new one, and those behind. The SLICEs have dims that
// only a run knows, and the list has always the same.
void JoinItems(ir::Graph& graph);

}  // namespace litevk::to_onnx
