// Convolutions whose windows TFLite's converter has dilated by way of batches.
#pragma once

#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

// Makes one dilated convolution of SPACE_TO_BATCH_ND, a convolution and BATCH_TO_SPACE_ND, where its padding
// is SAME or VALID; the three may be of floats around QUANTIZE, a convolution of integers and DEQUANTIZE. The
// dims of all tensors are known.
void JoinDilation(ir::Graph& graph);

}  // namespace litevk::to_onnx
