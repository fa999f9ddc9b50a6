// Prepacking for shaders/conv/byte_tile.glsl.
#pragma once

#include <cstdint>
#include <span>

#include "delegate/ops/conv/quantized_pack.h"

namespace litevk {

// Returns the bytes of the filter in vectors of four outputs by four inputs, with `bits` bits for each
// weight.
uint64_t TileFilterBytes(const QuantizedLayout& layout, int bits);

// Packs a filter as [panel][tap][quad][lane][output of the block][input of the quad], with the lanes of the
// layout. `packed` has TileFilterBytes() of 8 bits. Values that fill up quads, blocks and panels are 0.
void PackTileFilter(std::span<const int8_t> filter, const QuantizedLayout& layout, std::span<int8_t> packed);

}  // namespace litevk
