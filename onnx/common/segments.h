// Reductions of a tensor's slices by segment.
#pragma once

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Writes input 0 reduced by the segment ids of input 1. Uses a reduction of ONNX's ScatterND and its initial
// value. A slice with a negative id belongs to no segment.
Status ReduceSegments(NodeWriter& node, std::string_view reduction, double initial);

double LowestOf(ir::DataType type);
double HighestOf(ir::DataType type);

}  // namespace litevk::to_onnx
