// SOFTMAX of numbers with TFLite's tables and roundings.
#pragma once

#include <cstdint>

#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// Returns the quotients of the powers of int16 by their sums, as TFLite's table gives them.
Name QuotientsOfTable(NodeWriter& node, const Name& powers, int64_t axis);

// Returns the probabilities of a node whose input has numbers of 8 bits, as its output has them. Quotients
// are those of float64, which TFLite computes with 31 bits.
Name ProbabilitiesOfBytes(NodeWriter& node, int64_t axis, float beta);

}  // namespace litevk::to_onnx
