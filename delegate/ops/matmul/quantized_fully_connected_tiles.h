// FULLY_CONNECTED of int8 as a convolution of one tap in tiles of rows that share their weights
// (shaders/conv/int8_tile_conv_2d.comp), bit for bit TFLite's reference kernels.
#pragma once

#include <string>
#include <vector>

#include "delegate/ops/conv/int8_tile.h"
#include "delegate/ops/conv/quantized_problem.h"

namespace litevk {

// A layer as a convolution.
struct FullyConnectedTiles {
  QuantizedProblem problem;
  std::vector<FixedPoint> multipliers;  // exact multipliers and shifts of the outputs

  // Returns the text of the parameters on which times depend (ChooseCandidate).
  std::string Parameters() const { return "rows by " + problem.layout.Key(); }
};
// Fails if tiles do not pay, or if the multipliers of the outputs have no exact fixed-point constants.
Result<FullyConnectedTiles> FullyConnectedTilesOf(const Lowering& lowering);

// Returns the plans of tiles, the smallest estimate first.
std::vector<Int8TilePlan> PlansOf(const Lowering& lowering, const FullyConnectedTiles& tiles);

// Emits the layer to its output.
void EmitFullyConnectedTiles(Lowering& lowering, const FullyConnectedTiles& tiles, const Int8TilePlan& plan);

}  // namespace litevk
