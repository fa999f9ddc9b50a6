// Weights whose file says of them what TFLite's kernels do not read.
#pragma once

#include "runtime/ir/graph.h"
#include "runtime/opset/op_info.h"

namespace litevk::to_onnx {

// Gives the node weights of its own where the kernel reads other ones than the file states: bytes that are
// int8 (kHybridOfBytes), no zero points, or scales along another dim. Other nodes may mean them as they are.
void ReadWeightsAsKernelsDo(ir::Graph& graph, ir::Node& node, const OpInfo& info);

}  // namespace litevk::to_onnx
