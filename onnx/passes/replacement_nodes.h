// Nodes that passes use as replacements.
#pragma once

#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

// Turns a node of one input into one that copies the input, under a name of its own.
void BecomeCopy(ir::Node& node);
// Turns a node that keeps elements into one that gives its first input those dims.
void BecomeView(ir::Node& node, const ir::Shape& dims);

}  // namespace litevk::to_onnx
