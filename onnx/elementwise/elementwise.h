// Elementwise operators that have an ONNX operator of another name.
#pragma once

#include "onnx/common/broadcast.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Writes one ONNX operator on input 0.
Status Unary(NodeWriter& node, std::string_view op, const Attributes& attributes = {});

// Writes one ONNX operator on two broadcast inputs.
Status Binary(NodeWriter& node, std::string_view op);

// Returns one ONNX comparison of two broadcast inputs. Quantized inputs are first rounded as TFLite does,
// unless that makes no difference.
Name Compared(NodeWriter& node, std::string_view op);
// Writes the comparison that Compared() returns.
Status Comparison(NodeWriter& node, std::string_view op);

// Writes one ONNX operator on two inputs with the fused activation of abi::TfLiteArithmeticParams.
Status Arithmetic(NodeWriter& node, std::string_view op);
// Writes a sum or a difference with its fused activation.
Status SumOrDifference(NodeWriter& node, std::string_view op);

}  // namespace litevk::to_onnx
