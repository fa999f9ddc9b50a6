// FULLY_CONNECTED of float32 rows and integer weights.
#pragma once

#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Inputs {float32 rows, int8 weights (a byte each where the tensor is packed), float32 bias or none}. The
// option asymmetric_quantize_inputs says how a row is quantized.
Status HybridFullyConnected(const KernelArgs& args);

}  // namespace litevk::ref
