// The factors of layers of int16 with sums of 64 bits.
#pragma once

#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

// Gives weights the scales by which TFLite multiplies such sums, of whose factors it takes the upper 16 bits.
void TakeWideFactors(ir::Graph& graph);

}  // namespace litevk::to_onnx
