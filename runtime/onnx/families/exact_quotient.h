// Quotients of numbers with a scale.
#pragma once

#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// Writes what TFLite's DIV, of that operator code, makes of two numbers of 8 or 16 bits: products with a
// rounded inverse, and large numbers where a small quotient has a large scale.
Status ExactQuotient(NodeWriter& node, int op_code);

}  // namespace litevk::to_onnx
