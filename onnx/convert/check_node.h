// Refuses nodes that cannot be written as ONNX or that TFLite refuses.
#pragma once

#include <string>

#include "onnx/facts/op_row.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

// Returns the refusal of strings, which `holder` holds.
Status RefuseStrings(const std::string& holder);

// Fails if the tensor cannot be written as ONNX. `takes_complex`: complex values are written as pairs of
// floats.
Status CheckTensor(const ir::Tensor& tensor, bool takes_complex);

// Fails if the node's tensors cannot be written as ONNX or do not match the operator's kernel. Also fails if
// the opset has no form of their quantization.
Status CheckNode(const ir::Graph& graph, const ir::Node& node, const OpRow& row, int opset);

}  // namespace litevk::to_onnx
