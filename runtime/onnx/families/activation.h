// Activations that TFLite fuses into operators.
#pragma once

#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// Returns the value, in that order, behind a fused activation (abi::TfLiteFusedActivation). None is written
// where the range of the output's numbers is the activation already.
Result<Name> Activated(NodeWriter& node, const Name& value, int activation, const Order& order);

// Makes the value with its activation the node's output 0, in that order.
Status WriteActivated(NodeWriter& node, const Name& value, int activation, const Order& order);

// Makes numbers of an output's type, with their activation, the output 0.
Status WriteActivatedNumbers(NodeWriter& node, const Name& numbers, int activation, const Order& order);

// Returns a clamp of what becomes the output 0; a bound that is infinite is none.
Name Clamped(NodeWriter& node, const Name& value, double low, double high);

}  // namespace litevk::to_onnx
