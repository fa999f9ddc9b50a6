// Winograd's convolution F(4x4, 3x3): 3x3 filters at stride 1 with a quarter of the multiplications. The
// source is Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks", 2015, arXiv:1509.09308. One
// dispatch makes 36 matrices of the input's tiles. Another one multiplies each with its own matrix of
// filters, and a third makes the output's tiles. Points, errors and measurements are in
// docs/design/winograd.md.
#pragma once

#include <array>
#include <numbers>

#include "delegate/ops/conv/conv_common.h"
#include "runtime/graph/divisor.h"

namespace litevk {

// The transformations along one dim, for the points 0, +-sqrt(1/2), +-sqrt(2) and infinity. Four output
// values are A^T [(G g) * (B^T d)]. The shaders evaluate A^T and B^T.
inline constexpr double kWinogradNear = std::numbers::sqrt2 / 2;
inline constexpr double kWinogradFar = std::numbers::sqrt2;
inline constexpr std::array<std::array<double, 6>, 4> kWinogradOutput = {{
    {1, 1, 1, 1, 1, 0},
    {0, kWinogradNear, -kWinogradNear, kWinogradFar, -kWinogradFar, 0},
    {0, 1.0 / 2, 1.0 / 2, 2, 2, 0},
    {0, kWinogradNear / 2, -kWinogradNear / 2, kWinogradFar * 2, -kWinogradFar * 2, 1},
}};
inline constexpr std::array<std::array<double, 3>, 6> kWinogradFilter = {{
    {1, 0, 0},
    {-2.0 / 3, -kWinogradFar / 3, -1.0 / 3},
    {-2.0 / 3, kWinogradFar / 3, -1.0 / 3},
    {1.0 / 6, kWinogradFar / 6, 1.0 / 3},
    {1.0 / 6, -kWinogradFar / 6, 1.0 / 3},
    {0, 0, 1},
}};
inline constexpr std::array<std::array<double, 6>, 6> kWinogradInput = {{
    {1, 0, -5.0 / 2, 0, 1, 0},
    {0, -kWinogradFar, -2, kWinogradNear, 1, 0},
    {0, kWinogradFar, -2, -kWinogradNear, 1, 0},
    {0, -kWinogradNear, -1.0 / 2, kWinogradFar, 1, 0},
    {0, kWinogradNear, -1.0 / 2, -kWinogradFar, 1, 0},
    {0, 1, 0, -5.0 / 2, 0, 1},
}};

// The tiles of the output, `size` rows and columns each.
struct WinogradTiles {
  uint32_t h = 0;  // tile rows of one image
  uint32_t w = 0;
  uint32_t count = 0;  // tiles of all images
};
WinogradTiles WinogradTilesOf(const ir::Shape& output, int size);
// Sets the push constants of a shader that includes winograd_position.glsl. `columns` are those of a matrix.
template <typename Push>
void SetWinogradTiles(const WinogradTiles& tiles, uint32_t columns, Push& push) {
  push.by_columns = gpu::Divisor(columns);
  push.by_tiles_w = gpu::Divisor(tiles.w);
  push.by_tiles_h = gpu::Divisor(tiles.h);
  push.tiles_h = tiles.h;
  push.tiles_w = tiles.w;
  push.tiles = tiles.count;
  push.columns = columns;
}

// True if the window is 3x3 adjacent taps at stride 1.
bool IsThreeByThree(const ConvWindow& window);

// True if the algorithm applies to the convolution and keeps the limits. Its scratch memory must keep the
// part of the device's memory that one node may take. Dims are NHWC.
bool WinogradFits(const ir::Shape& input, const ir::Shape& output, const ConvWindow& window,
                  const gpu::DeviceLimits& limits);
// Returns the estimated work of the algorithm as a part of the direct convolution's. The algorithm must apply
// and keep the limits.
double WinogradShare(const ir::Shape& input, const ir::Shape& output, const gpu::DeviceLimits& limits);
// True if the algorithm applies and saves clearly.
bool WinogradPays(const ir::Shape& input, const ir::Shape& output, const ConvWindow& window,
                  const gpu::DeviceLimits& limits);

// Returns the filter in the form that is multiplied: [36][outputs][inputs] of G g G^T from
// [outputs][3][3][inputs].
std::vector<float> TransformWinogradFilter(std::span<const float> filter, int outputs, int inputs);

}  // namespace litevk
