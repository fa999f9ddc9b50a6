// Operators of two inputs of 8 and 16 bits, in integers, bit for bit TFLite's reference kernels
// (runtime/opset/quantized/fixed_point.h).
#pragma once

#include <vector>

#include "delegate/kernel/op_spec.h"

namespace litevk {

// Returns the kernels of the rows of quantized_binary.inc, each with its operator.
std::vector<OpSpec> QuantizedBinaryOps();

}  // namespace litevk
