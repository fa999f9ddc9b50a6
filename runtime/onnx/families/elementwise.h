// Operators that ONNX has by another name, element by element.
#pragma once

#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// Writes one ONNX operator of input 0.
Status Unary(NodeWriter& node, std::string_view op, const Attributes& attributes = {});

// Returns the order in which an operand of an elementwise node is read: that of its output, and of its rank
// where that moves.
Order BroadcastOrder(const NodeWriter& node, size_t input);
// Reads it.
Name ReadBroadcast(NodeWriter& node, size_t input);

// Writes one ONNX operator of two inputs, which are broadcast.
Status Binary(NodeWriter& node, std::string_view op);

// Returns one ONNX comparison of two inputs, which are broadcast. Numbers with a scale are what TFLite rounds
// them to first, unless that makes no difference.
Name Compared(NodeWriter& node, std::string_view op);
// Writes such a comparison.
Status Comparison(NodeWriter& node, std::string_view op);

// Writes one ONNX operator of two inputs with the fused activation of abi::TfLiteArithmeticParams.
Status Arithmetic(NodeWriter& node, std::string_view op);
// Writes the same of a sum or a difference.
Status SumOrDifference(NodeWriter& node, std::string_view op);

}  // namespace litevk::to_onnx
