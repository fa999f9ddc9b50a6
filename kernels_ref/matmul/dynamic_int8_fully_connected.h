// FULLY_CONNECTED of float32 rows and integer weights.
#pragma once

#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Computes inputs {float32 rows, int8 weights, float32 bias or none}. Packed weights have one byte per value
// here. The option asymmetric_quantize_inputs says how a row is quantized.
Status DynamicInt8FullyConnected(const KernelArgs& args);

// Computes the same inputs, with one scale per block of a row of weights. The input is always quantized
// asymmetrically, as in TFLite's optimized kernel, whose float additions this one repeats.
Status FullyConnectedInBlocks(const KernelArgs& args);

}  // namespace litevk::ref
