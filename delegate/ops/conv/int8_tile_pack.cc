#include "delegate/ops/conv/int8_tile_pack.h"

namespace litevk {

uint64_t TileFilterBytes(const QuantizedLayout& layout, int bits) {
  const uint64_t vectors =
      uint64_t{layout.AllPanels()} * layout.lanes * static_cast<uint64_t>(layout.taps) * layout.Quads();
  // Two vectors of 4-bit weights share 16 bytes.
  return bits == 8 ? vectors * 16 : (vectors + 1) / 2 * 16;
}

WeightPacking TileFilterPacking(const QuantizedLayout& layout) {
  WeightPacking packing = FilterPacking(layout);
  packing.vector = 4;
  packing.inputs_last = true;
  return packing;
}

}  // namespace litevk
