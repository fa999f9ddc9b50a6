// Winograd's F(4x4, 3x3) in integers of 32 bits that may wrap around: the transformations, and prepacking for
// shaders/wrapping_winograd_products.comp. docs/design/winograd.md says why these points.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "delegate/ops/conv/quantized_pack.h"

namespace litevk {

// The transformations along one dim, of the points 0, 2, 1, -1, infinity and -1/2: 30 times the output of
// four values is A^T [(G g) * (B^T d)]. The shaders evaluate A^T and B^T.
inline constexpr std::array<std::array<int, 6>, 4> kWrappingOutput = {{
    {1, 1, 1, 1, 0, 8},
    {0, 2, 1, -1, 0, -4},
    {0, 4, 1, 1, 0, 2},
    {0, 8, 1, -1, 1, -1},
}};
inline constexpr std::array<std::array<int, 3>, 6> kWrappingFilter = {{
    {15, 0, 0},
    {1, 2, 4},
    {-5, -5, -5},
    {5, -5, 5},
    {0, 0, 15},
    {-4, 2, -1},
}};
inline constexpr std::array<std::array<int, 6>, 6> kWrappingInput = {{
    {2, 3, -4, -3, 2, 0},
    {0, -1, -2, 1, 2, 0},
    {0, -2, -5, -1, 2, 0},
    {0, 2, 1, -5, 2, 0},
    {0, 2, 3, -4, -3, 2},
    {0, 2, -1, -2, 1, 0},
}};
// What sums are multiplied with: 30 along each dim.
inline constexpr int kWrappingScale = 900;
// Sums below it are found from the last 32 bits of their product with the scale, which four divides.
inline constexpr int64_t kLargestWrappingSum = int64_t{1} << 29;

// Products of a tile.
inline constexpr int kWrappingProducts = 36;

// Numbers of the transformed filter, of 16 bits each. The layout's input channels are a multiple of four.
uint64_t WrappingWinogradWeights(const QuantizedLayout& layout);

// [36 products][panel][four inputs][two inputs][lane][output of the block][input of the two] of G g G^T, from
// [outputs][3][3][inputs]. What rounds up to whole panels is 0.
void PackWrappingWinograd(std::span<const int8_t> filter, const QuantizedLayout& layout,
                          std::span<int16_t> packed);

}  // namespace litevk
