// Reductions over some dims.
#pragma once

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Writes a reduction of input 0 over the dims that input 1 names.
Status Reduce(NodeWriter& node, std::string_view op);

// Writes a reduction that wraps around in TFLite if it overflows int32. onnxruntime's saturates.
Status ReduceWrapping(NodeWriter& node, std::string_view op);

// Writes a reduction of the bools of input 0, as integers of 0 and 1.
Status ReduceBools(NodeWriter& node, std::string_view op);

// Returns a reduction of a value over dims of the written tensor. The opset decides how the dims are passed.
Name Reduced(NodeWriter& node, std::string_view op, const Name& value, const std::vector<int64_t>& axes,
             bool keeps_dims);

// Returns the axes of input 0, as it is written, that input 1 names, in ascending order.
Result<std::vector<int64_t>> WrittenAxes(const NodeFacts& node);

// Returns the layout of a reduction's result over dims of the written tensor.
Permutation ReducedPermutation(const NodeFacts& node, const std::vector<int64_t>& axes, bool keeps_dims);

// Writes the result of a reduction as the output, which has fewer dims, or dims of 1.
Status WriteReduced(NodeWriter& node, const Name& value, const std::vector<int64_t>& axes, bool keeps_dims);

}  // namespace litevk::to_onnx
