#include "delegate/ops/conv/quantized_winograd_pack.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>
#include <vector>

namespace litevk {
namespace {

constexpr size_t kProducts = 16;
constexpr size_t kTaps = 9;
constexpr size_t kChannels = kWinogradInputs;

// Largest sum of magnitudes of weights whose products with transformed pixels, 512 at most, add up to less
// than 2^24.
constexpr int32_t kLargestSum = (1 << 24) / 512;

// Twice G along one dim: (2 g0, g0 + g1 + g2, g0 - g1 + g2, 2 g2).
constexpr std::array<int, 4> Transformed(int first, int second, int third) {
  return {2 * first, first + second + third, first - second + third, 2 * third};
}

// Returns the transformed weights of one input channel of one output, whose taps are `inputs` apart.
std::array<int, kProducts> TransformedTaps(const int8_t* taps, size_t inputs) {
  std::array<std::array<int, 4>, 3> rows;  // transforms of each row of taps
  for (size_t y = 0; y < 3; ++y) {
    const int8_t* const row = taps + y * 3 * inputs;
    rows[y] = Transformed(row[0], row[inputs], row[2 * inputs]);
  }
  std::array<int, kProducts> result;
  for (size_t j = 0; j < 4; ++j) {
    const std::array<int, 4> column = Transformed(rows[0][j], rows[1][j], rows[2][j]);
    for (size_t i = 0; i < 4; ++i) result[i * 4 + j] = column[i];
  }
  return result;
}

using Sums = std::array<int32_t, kProducts>;

// True if no sum of `count` consecutive vectors is too large. Each begins at a multiple of `count`.
bool AreExact(std::span<const Sums> vectors, size_t count) {
  for (size_t first = 0; first < vectors.size(); first += count) {
    Sums total = {};
    for (const Sums& sums : vectors.subspan(first, std::min(count, vectors.size() - first))) {
      for (size_t product = 0; product < kProducts; ++product) total[product] += sums[product];
    }
    if (std::ranges::max(total) > kLargestSum) return false;
  }
  return true;
}

// Writes the transformed weights of one output, and adds their magnitudes to `sums` of each vector of
// channels.
void PackOutput(const int8_t* filter, size_t output, const QuantizedLayout& layout, std::span<int16_t> packed,
                std::span<Sums> sums) {
  const auto inputs = static_cast<size_t>(layout.inputs);
  const size_t lanes = layout.lanes;
  const size_t block = output / 4;
  for (size_t input = 0; input < inputs; ++input) {
    const std::array<int, kProducts> weights = TransformedTaps(filter + input, inputs);
    for (size_t product = 0; product < kProducts; ++product) {
      const size_t pair = ((block / lanes * kProducts + product) * inputs + input) / 2;
      const size_t word = (pair * lanes + block % lanes) * 4 + output % 4;
      packed[word * 2 + input % 2] = static_cast<int16_t>(weights[product]);
      sums[input / kChannels][product] += std::abs(weights[product]);
    }
  }
}

}  // namespace

uint64_t WinogradWeights(const QuantizedLayout& layout) {
  return uint64_t{layout.Panels()} * layout.lanes * 4 * kProducts * static_cast<uint64_t>(layout.inputs);
}

uint64_t WinogradFilterBytes(const QuantizedLayout& layout) {
  return WinogradWeights(layout) * sizeof(int16_t) + kWinogradVectorBytes;
}

void PackWinogradFilter(std::span<const int8_t> filter, const QuantizedLayout& layout,
                        std::span<int16_t> packed) {
  std::ranges::fill(packed, int16_t{0});
  const auto inputs = static_cast<size_t>(layout.inputs);
  size_t count = inputs / kChannels;
  std::vector<Sums> sums(count);
  for (size_t output = 0; output < static_cast<size_t>(layout.outputs); ++output) {
    std::ranges::fill(sums, Sums{});
    PackOutput(filter.data() + output * kTaps * inputs, output, layout, packed, sums);
    // One vector is exact whatever its weights: 16 * 9 * 128 is less than 2^15.
    while (count > 1 && !AreExact(sums, count)) count = (count + 1) / 2;
  }
  packed[WinogradWeights(layout)] = static_cast<int16_t>(count);
}

}  // namespace litevk
