// Joins convolutions that TFLite's converter has dilated by means of batches.
#pragma once

#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

// Replaces SPACE_TO_BATCH_ND, a convolution and BATCH_TO_SPACE_ND by one dilated convolution if its padding
// is SAME or VALID. The moves may be of floats, with QUANTIZE, an integer convolution and DEQUANTIZE between
// them. The dims of all tensors are known.
void JoinDilation(ir::Graph& graph);

}  // namespace litevk::to_onnx
