// FULLY_CONNECTED of int8 as a convolution of one tap in tiles of rows that share their weights
// (shaders/conv/quantized_tile_conv.comp), bit for bit TFLite's reference kernels.
#pragma once

#include "delegate/lower/lowering.h"

namespace litevk {

// Emits the node in tiles to its output if that pays and the multipliers of its outputs have exact
// fixed-point constants. Returns true if it does.
bool EmitFullyConnectedTiles(Lowering& lowering);

}  // namespace litevk
