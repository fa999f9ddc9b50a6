// Prepacking for shaders/quantized_tile_conv.comp.
#pragma once

#include <cstdint>
#include <span>

#include "delegate/ops/conv/quantized_pack.h"

namespace litevk {

// Bytes of the filter in words of four inputs.
uint64_t TileFilterBytes(const QuantizedLayout& layout);

// [panel][tap][quad][lane][output of the block][input of the quad], with the lanes of the layout; `packed`
// has TileFilterBytes(). What rounds up to whole quads, blocks and panels is 0.
void PackTileFilter(std::span<const int8_t> filter, const QuantizedLayout& layout, std::span<int8_t> packed);

}  // namespace litevk
