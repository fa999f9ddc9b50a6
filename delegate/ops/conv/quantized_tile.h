// Convolutions of int8 numbers in tiles of pixels that share their weights
// (shaders/quantized_tile_conv.comp): products are added up as floats, exactly, or by instructions for packed
// numbers.
#pragma once

#include <vector>

#include "delegate/ops/conv/quantized_problem.h"

namespace litevk {

// The ways of tiles that compute the problem on the device, the one with the smallest estimate first; none
// where the shader is not for such problems.
std::vector<QuantizedWay> QuantizedTileWays(const Lowering& lowering, const QuantizedProblem& problem);

}  // namespace litevk
