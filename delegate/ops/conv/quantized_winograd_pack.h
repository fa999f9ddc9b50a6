// Prepacking for shaders/quantized_winograd_conv.comp.
#pragma once

#include <cstdint>
#include <span>

#include "delegate/ops/conv/quantized_pack.h"

namespace litevk {

// Input channels that the shader loads together.
inline constexpr int kWinogradInputs = 16;
// Bytes of the words that the shader loads together.
inline constexpr uint64_t kWinogradVectorBytes = 16;

// Numbers of the transformed filter. The layout's input channels are a multiple of kWinogradInputs.
uint64_t WinogradWeights(const QuantizedLayout& layout);
// Two bytes for each, and a vector of 16 bytes behind them.
uint64_t WinogradFilterBytes(const QuantizedLayout& layout);

// [panel][16 products][four inputs][two inputs][lane][output of the block][input of the two] of G g G^T, with
// twice the G of Lavin and Gray, from [outputs][3][3][inputs]. What rounds up to whole panels is 0. Behind
// them is how many vectors of kWinogradInputs channels may be added up in a float, from any multiple of that
// number on, for every output and every product: no sum of theirs passes 2^24.
void PackWinogradFilter(std::span<const int8_t> filter, const QuantizedLayout& layout,
                        std::span<int16_t> packed);

}  // namespace litevk
