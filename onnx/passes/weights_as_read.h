// Weights whose stated quantization differs from what TFLite's kernels use.
#pragma once

#include <cstddef>

#include "runtime/base/status.h"
#include "runtime/ir/graph_rewriter.h"
#include "runtime/opset/op_info.h"

namespace litevk::to_onnx {

// Gives the node its own weights if the kernel interprets them differently from the file. Bytes may be int8
// (kDynamicInt8InUint8), zero points ignored, or scales along another dim. Other nodes may read the weights
// as stated. Fails if weights are computed at run time and so are one value for all nodes.
Status ReadWeightsAsKernelsDo(ir::GraphRewriter& rewriter, size_t position, const OpInfo& info);

}  // namespace litevk::to_onnx
