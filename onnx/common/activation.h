// Activations that TFLite fuses into operators.
#pragma once

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Returns the value, in that layout, after a fused activation (abi::TfLiteFusedActivation). Nothing is added
// if the output's quantized range already implements the activation.
Result<Name> Activated(NodeWriter& node, const Name& value, int activation, const Permutation& permutation);

// Writes the value with its activation as the node's output 0, in that layout.
Status WriteActivated(NodeWriter& node, const Name& value, int activation, const Permutation& permutation);

// Writes quantized values of output 0's type, with their activation, as output 0.
Status WriteActivatedQuantized(NodeWriter& node, const Name& integers, int activation,
                               const Permutation& permutation);

// Clamps a value that becomes output 0. An infinite bound means no bound.
Name Clamped(NodeWriter& node, const Name& value, double low, double high);

}  // namespace litevk::to_onnx
