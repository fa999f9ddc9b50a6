// Prepacking for shaders/conv/int8_winograd_f2.comp.
#pragma once

#include <cstdint>
#include <span>

#include "delegate/ops/conv/quantized_pack.h"

namespace litevk {

// Input channels that the shader loads together.
inline constexpr int kWinogradInputs = 16;
// Bytes of the words that the shader loads together.
inline constexpr uint64_t kWinogradVectorBytes = 16;

// Returns the number of values in the transformed filter. The layout's input channels are a multiple of
// kWinogradInputs.
uint64_t WinogradWeights(const QuantizedLayout& layout);
// Returns the bytes of the packed filter: two for each value, and a vector of 16 bytes behind them.
uint64_t WinogradFilterBytes(const QuantizedLayout& layout);

// Packs G g G^T, with twice the G of Lavin and Gray, from [outputs][3][3][inputs]. The layout is [panel][16
// products][four inputs][two inputs][lane][output of the block][input of the two]. Values that fill up panels
// are 0. Behind them is the number of vectors of kWinogradInputs channels that a float may add up. Sums begin
// at any multiple of that number: none passes 2^24, for every output and every product.
void PackWinogradFilter(std::span<const int8_t> filter, const QuantizedLayout& layout,
                        std::span<int16_t> packed);

}  // namespace litevk
