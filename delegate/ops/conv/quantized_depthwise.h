// Depthwise convolutions of int8 values with one output for each input channel, in tiles whose pixels share
// what they read (shaders/conv/quantized_tile_depthwise.comp).
#pragma once

#include <vector>

#include "delegate/ops/conv/quantized_problem.h"

namespace litevk {

// Returns the variants with tiles, the one with the smallest estimate first; none if the shader is not for
// such problems.
std::vector<QuantizedWay> QuantizedDepthwiseWays(const Lowering& lowering, const QuantizedProblem& problem);

}  // namespace litevk
