// Convolutions of int8 numbers in integer arithmetic, bit for bit TFLite's reference kernels
// (runtime/opset/fixed_point.h). The filter and the bias are constant and their quantization is what the
// record's signature states.
#pragma once

#include "delegate/ops/conv/conv_common.h"

namespace litevk {

// What an operation in integers takes of the device's time, beside one of floats: on lavapipe whole
// convolutions took three to eight times as long as those of floats (docs/design/quantization.md).
inline constexpr double kIntegerTime = 4;

// Whether its constants, and its output in whole blocks of channels, fit into storage buffer bindings.
bool QuantizedConvFits(const NodeView& view);

// True if the numbers that a fused activation clamps to are known.
bool QuantizedBoundsAreKnown(const NodeView& view);

// Emits the convolution of `input` (four dims, NHWC) to the node's output.
void EmitQuantizedConv2d(Lowering& lowering, const ir::Shape& input, const ConvWindow& window);

}  // namespace litevk
