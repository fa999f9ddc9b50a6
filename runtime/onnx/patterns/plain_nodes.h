// Nodes that passes write in place of others.
#pragma once

#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

// Makes a node of one input one that gives the same values, which have names of their own.
void BecomeCopy(ir::Node& node);
// Makes a node that keeps elements one that gives its first input those dims.
void BecomeView(ir::Node& node, const ir::Shape& dims);

}  // namespace litevk::to_onnx
