// FULLY_CONNECTED of float32 rows and integer weights.
#pragma once

#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Inputs {float32 rows, int8 weights (a byte each where the tensor is packed), float32 bias or none}. The
// option asymmetric_quantize_inputs says how a row is quantized.
Status HybridFullyConnected(const KernelArgs& args);

// Inputs as above, with a scale for each block of a row of weights. The input is quantized asymmetrically
// whatever the option says, as in TFLite's optimized kernel, whose float additions this one repeats.
Status FullyConnectedInBlocks(const KernelArgs& args);

}  // namespace litevk::ref
