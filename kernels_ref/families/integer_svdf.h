// SVDF of int8 numbers with a state of int16.
#pragma once

#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Inputs {int8, int8 feature weights, int16 time weights, int32 bias or none, int16 state} to int8, all sums
// in int32. The fused activation is RELU by the operator's rules, and leaves the numbers as they are, as in
// TFLite.
Status IntegerSvdf(const KernelArgs& args);

}  // namespace litevk::ref
