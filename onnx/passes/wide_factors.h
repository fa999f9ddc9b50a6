// Factors of int16 layers with 64-bit sums.
#pragma once

#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

// Gives weights the scales by which TFLite multiplies 64-bit sums. TFLite uses the upper 16 bits of their
// factors.
void TakeWideFactors(ir::Graph& graph);

}  // namespace litevk::to_onnx
