// Parts of the data that are reduced to one for each segment.
#pragma once

#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// Writes input 0 reduced by the segment ids of input 1, with a reduction of ONNX's ScatterND and its value of
// nothing. A part whose id is negative belongs to no segment.
Status ReduceSegments(NodeWriter& node, std::string_view reduction, double initial);

double LowestOf(ir::DataType type);
double HighestOf(ir::DataType type);

}  // namespace litevk::to_onnx
