#include "delegate/ops/conv/quantized_tile_pack.h"

#include <algorithm>

namespace litevk {

uint64_t TileFilterBytes(const QuantizedLayout& layout, int bits) {
  const uint64_t vectors =
      uint64_t{layout.AllPanels()} * layout.lanes * static_cast<uint64_t>(layout.taps) * layout.Quads();
  // Two vectors of 4-bit weights share 16 bytes.
  return bits == 8 ? vectors * 16 : (vectors + 1) / 2 * 16;
}

void PackTileFilter(std::span<const int8_t> filter, const QuantizedLayout& layout, std::span<int8_t> packed) {
  std::ranges::fill(packed, int8_t{0});
  const auto outputs = static_cast<size_t>(layout.outputs);
  const auto taps = static_cast<size_t>(layout.taps);
  const auto inputs = static_cast<size_t>(layout.inputs);
  const size_t lanes = layout.lanes;
  const int8_t* weight = filter.data();
  for (size_t channel = 0; channel < static_cast<size_t>(layout.groups) * outputs; ++channel) {
    const size_t output = channel % outputs;
    const size_t block = output / 4;
    const size_t panel = channel / outputs * layout.Panels() + block / lanes;
    for (size_t tap = 0; tap < taps; ++tap) {
      for (size_t input = 0; input < inputs; ++input) {
        const size_t quad = (panel * taps + tap) * layout.Quads() + input / 4;
        const size_t word = (quad * lanes + block % lanes) * 4 + output % 4;
        packed[word * 4 + input % 4] = *weight++;
      }
    }
  }
}

}  // namespace litevk
