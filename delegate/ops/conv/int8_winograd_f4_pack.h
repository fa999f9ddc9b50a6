// Winograd's F(4x4, 3x3) in integers of 32 bits that may wrap around: the transformations, and prepacking for
// shaders/conv/int8_winograd_f4_matmul.comp. docs/design/winograd.md says why these points.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "delegate/ops/conv/quantized_pack.h"

namespace litevk {

// The transformations along one dim, for the points 0, 2, 1, -1, infinity and -1/2. A^T [(G g) * (B^T d)] is
// 30 times the output of four values. The shaders evaluate A^T and B^T.
inline constexpr std::array<std::array<int, 6>, 4> kF4Output = {{
    {1, 1, 1, 1, 0, 8},
    {0, 2, 1, -1, 0, -4},
    {0, 4, 1, 1, 0, 2},
    {0, 8, 1, -1, 1, -1},
}};
inline constexpr std::array<std::array<int16_t, 3>, 6> kF4Filter = {{
    {15, 0, 0},
    {1, 2, 4},
    {-5, -5, -5},
    {5, -5, 5},
    {0, 0, 15},
    {-4, 2, -1},
}};
inline constexpr std::array<std::array<int, 6>, 6> kF4Input = {{
    {2, 3, -4, -3, 2, 0},
    {0, -1, -2, 1, 2, 0},
    {0, -2, -5, -1, 2, 0},
    {0, 2, 1, -5, 2, 0},
    {0, 2, 3, -4, -3, 2},
    {0, 2, -1, -2, 1, 0},
}};
// Scale of the sums: 30 along each dim.
inline constexpr int kF4Scale = 900;
// Sums below this bound follow from the last 32 bits of their product with the scale, which four divides.
inline constexpr int64_t kLargestF4Sum = int64_t{1} << 29;

// Products of a tile.
inline constexpr int kF4Matmuls = 36;

// Returns the number of values in the transformed filter, of 16 bits each. The layout's input channels are a
// multiple of four.
uint64_t Int8WinogradF4Weights(const QuantizedLayout& layout);

// Packs G g G^T from [outputs][3][3][inputs]. The layout is [36 products][panel][four inputs][two
// inputs][lane][output of the block][input of the two]. Values that fill up panels are 0.
void PackInt8WinogradF4(std::span<const int8_t> filter, const QuantizedLayout& layout,
                        std::span<int16_t> packed);

}  // namespace litevk
