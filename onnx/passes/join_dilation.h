// Joins convolutions that TFLite's converter has dilated by means of batches.
#pragma once

#include "onnx/passes/pass.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph_rewriter.h"

namespace litevk::to_onnx {

// Replaces SPACE_TO_BATCH_ND, a convolution and BATCH_TO_SPACE_ND by one dilated convolution if its padding
// is SAME or VALID. The moves may be of floats, with QUANTIZE, an integer convolution and DEQUANTIZE between
// them. The dims of all tensors are known.
Status JoinDilation(ir::GraphRewriter& rewriter, PassContext& context);

}  // namespace litevk::to_onnx
