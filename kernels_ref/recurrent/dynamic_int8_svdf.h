// SVDF of a float32 input and int8 weights.
#pragma once

#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Computes SVDF whose weights each have one scale, with a float32 state. Filters' answers are computed with
// integers, their weighting over time with floats.
Status DynamicInt8Svdf(const KernelArgs& args);

}  // namespace litevk::ref
