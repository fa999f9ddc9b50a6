// Refuses what cannot be written as ONNX, and what TFLite refuses.
#pragma once

#include <string>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/onnx/op_row.h"

namespace litevk::to_onnx {

// Returns the refusal of strings, which what is named holds.
Status RefuseStrings(const std::string& holder);

// Fails where ONNX has no such tensor here. `takes_complex`: complex numbers are written as pairs of floats.
Status CheckTensor(const ir::Tensor& tensor, bool takes_complex);

// Fails where the node's tensors are not for ONNX, or not what the operator's kernel takes, and where its
// numbers have scales that the opset has no form of.
Status CheckNode(const ir::Graph& graph, const ir::Node& node, const OpRow& row, int opset);

}  // namespace litevk::to_onnx
