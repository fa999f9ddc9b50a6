// Activations that TFLite fuses into operators.
#pragma once

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Returns the value, in that layout, after a fused activation (abi::TfLiteFusedActivation). Nothing is added
// if the output's quantized range already implements the activation.
Result<Name> Activated(NodeWriter& node, const Name& value, int activation, const Order& order);

// Writes the value with its activation as the node's output 0, in that layout.
Status WriteActivated(NodeWriter& node, const Name& value, int activation, const Order& order);

// Writes quantized values of output 0's type, with their activation, as output 0.
Status WriteActivatedNumbers(NodeWriter& node, const Name& numbers, int activation, const Order& order);

// Clamps a value that becomes output 0. An infinite bound means no bound.
Name Clamped(NodeWriter& node, const Name& value, double low, double high);

}  // namespace litevk::to_onnx
