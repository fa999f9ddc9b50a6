// SVDF of a float32 input and int8 weights.
#pragma once

#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Each of the weights has one scale. The state is float32; what a filter answers is computed with integers, what it
// weighs over time with floats.
Status HybridSvdf(const KernelArgs& args);

}  // namespace litevk::ref
