// Convolutions of int8 values in tiles of pixels that share their weights
// (shaders/conv/quantized_tile_conv.comp). Products are added up exactly as floats, or by instructions for
// packed values.
#pragma once

#include <vector>

#include "delegate/ops/conv/quantized_problem.h"

namespace litevk {

// Returns the variants of tiles that compute the problem on the device, the smallest estimate first; none if
// the shader is not for such problems.
std::vector<QuantizedWay> QuantizedTileWays(const Lowering& lowering, const QuantizedProblem& problem);

}  // namespace litevk
