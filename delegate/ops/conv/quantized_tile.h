// Convolutions of int8 numbers in tiles of pixels that share their weights
// (shaders/quantized_tile_conv.comp): products are added up as floats, exactly, or by instructions for packed
// numbers.
#pragma once

#include <string>
#include <vector>

#include "delegate/ops/conv/quantized_conv.h"
#include "delegate/ops/conv/tile_plan.h"

namespace litevk {

struct QuantizedTilePlan {
  TilePlan tiles;
  gpu::Variant variant;
};
// "floats tile 8", "dot products tile 8".
std::string NameOf(const QuantizedTilePlan& plan);

// The plans that compute the problem on the device, the one with the smallest estimate first; none where
// the shader is not for such problems.
std::vector<QuantizedTilePlan> QuantizedTilePlans(const Lowering& lowering, const QuantizedProblem& problem);

// Emits the convolution to `result`, whose groups are whole blocks of channels. `channels` is what
// PackChannels makes.
void EmitQuantizedTiles(Lowering& lowering, const QuantizedProblem& problem, const QuantizedTilePlan& plan,
                        gpu::TensorId channels, gpu::TensorId result);

}  // namespace litevk
