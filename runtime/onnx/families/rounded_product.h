// Products of numbers with a scale, which are rounded after each factor.
#pragma once

#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// Writes the products of input 0's numbers along the axes, one factor after the other in TFLite's order.
Status RoundedProduct(NodeWriter& node);

}  // namespace litevk::to_onnx
