// Reductions over some dims.
#pragma once

#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// Writes a reduction of input 0 over the dims that input 1 names.
Status Reduce(NodeWriter& node, std::string_view op);

// Writes one that in TFLite wraps around where it leaves int32; onnxruntime's cuts it off.
Status ReduceWrapping(NodeWriter& node, std::string_view op);

// Writes a reduction of the bools of input 0, as integers of 0 and 1.
Status ReduceBools(NodeWriter& node, std::string_view op);

// Returns a reduction of a value over dims of the written tensor, whatever the opset has the dims as.
Name Reduced(NodeWriter& node, std::string_view op, const Name& value, const std::vector<int64_t>& axes,
             bool keeps_dims);

// Returns where the dims that input 1 names lie in input 0 as it is written, in ascending order.
Result<std::vector<int64_t>> WrittenAxes(const NodeWriter& node);

// Returns the order of what a reduction over dims of the written tensor leaves.
Order ReducedOrder(const NodeWriter& node, const std::vector<int64_t>& axes, bool keeps_dims);

// Makes a value of a reduction, of fewer dims or dims of 1, the output.
Status WriteReduced(NodeWriter& node, const Name& value, const std::vector<int64_t>& axes, bool keeps_dims);

}  // namespace litevk::to_onnx
