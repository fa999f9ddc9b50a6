// Depthwise convolutions of float32 images and int8 filters (shaders/conv/hybrid_depthwise_conv_2d.comp).
#pragma once

#include "delegate/ops/conv/hybrid_problem.h"

namespace litevk {

// Emits the convolution to the node's output, with the node's epilogue.
void EmitHybridDepthwise(Lowering& lowering, const HybridProblem& problem);

}  // namespace litevk
