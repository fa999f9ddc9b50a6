// Prepacking for shaders/conv/int8_tile.glsl.
#pragma once

#include <cstdint>

#include "delegate/ops/conv/quantized_pack.h"

namespace litevk {

// Returns the bytes of the filter in vectors of four outputs by four inputs, with `bits` bits for each
// weight.
uint64_t TileFilterBytes(const QuantizedLayout& layout, int bits);

// Returns the packing of a filter as [panel][tap][quad][lane][output of the block][input of the quad], with
// the lanes of the layout. Values that fill up quads, blocks and panels are 0.
WeightPacking TileFilterPacking(const QuantizedLayout& layout);

}  // namespace litevk
