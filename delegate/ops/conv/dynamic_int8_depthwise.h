// Depthwise convolutions of float32 images and int8 filters
// (shaders/conv/dynamic_int8_depthwise_conv_2d.comp).
#pragma once

#include "delegate/ops/conv/dynamic_int8_problem.h"

namespace litevk {

// Emits the convolution to the node's output, with the node's epilogue.
void EmitDynamicInt8Depthwise(Lowering& lowering, const DynamicInt8Problem& problem);

}  // namespace litevk
