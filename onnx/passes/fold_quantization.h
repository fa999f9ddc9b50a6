// Turns a quantized graph into a float graph.
#pragma once

#include "onnx/passes/pass.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph_rewriter.h"

namespace litevk::to_onnx {

// Converts every quantized tensor to float32, including the graph's inputs, outputs and states. Removes
// QUANTIZE and DEQUANTIZE of such tensors. Nothing is rounded or clamped any more. Fails for scales that no
// kernel accepts, and for variables of several scales.
Status FoldQuantization(ir::GraphRewriter& rewriter, PassContext& context);

}  // namespace litevk::to_onnx
