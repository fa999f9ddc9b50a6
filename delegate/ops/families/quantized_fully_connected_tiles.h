// FULLY_CONNECTED of int8 as a convolution of one tap in tiles of rows that share their weights
// (shaders/quantized_tile_conv.comp), bit for bit TFLite's reference kernels.
#pragma once

#include "delegate/lower/lowering.h"

namespace litevk {

// Emits the node in tiles to its output where that pays and the factors of its outputs have exact
// fixed-point numbers. Returns whether it does.
bool EmitFullyConnectedTiles(Lowering& lowering);

}  // namespace litevk
