// Products of quantized values, rounded after each factor.
#pragma once

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Writes the products of input 0 along the axes, multiplied one by one in TFLite's order.
Status RoundedProduct(NodeWriter& node);

}  // namespace litevk::to_onnx
