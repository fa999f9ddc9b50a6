// Quotients of quantized values.
#pragma once

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Writes the bit-exact result of TFLite's DIV (`op_code`) on 8-bit or 16-bit operands. TFLite multiplies by a
// rounded reciprocal. If a small quotient has a large scale, the results are large.
Status ExactQuotient(NodeWriter& node, int op_code);

}  // namespace litevk::to_onnx
