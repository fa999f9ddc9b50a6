// SVDF of int8 numbers with a state of int16.
#pragma once

#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Computes inputs {int8, int8 feature weights, int16 time weights, int32 bias or none, int16 state} to int8,
// with all sums in int32. The fused activation must be RELU by the operator's rules, and is not applied, as
// in TFLite.
Status Int8Svdf(const KernelArgs& args);

}  // namespace litevk::ref
