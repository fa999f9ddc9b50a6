// Activations that TFLite fuses into operators.
#pragma once

#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// Returns the value behind a fused activation (abi::TfLiteFusedActivation).
Result<Name> Activated(NodeWriter& node, const Name& value, int activation);

// Makes the value with its activation the node's output 0, in that order.
Status WriteActivated(NodeWriter& node, const Name& value, int activation, const Order& order);

// Returns a clamp; a bound that is infinite is none.
Name Clamped(NodeWriter& node, const Name& value, double low, double high);

}  // namespace litevk::to_onnx
