// Quantized SOFTMAX with TFLite's tables and roundings.
#pragma once

#include <cstdint>

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Returns the int16 powers divided by their sums, with TFLite's reciprocal table.
Name QuotientsOfTable(NodeWriter& node, const Name& powers, int64_t axis);

// Returns the probabilities of an 8-bit input, as the output's quantized values. The division is in float64;
// TFLite's has 31 bits.
Name ProbabilitiesOfBytes(NodeWriter& node, int64_t axis, float beta);

}  // namespace litevk::to_onnx
