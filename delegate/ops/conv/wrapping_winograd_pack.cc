#include "delegate/ops/conv/wrapping_winograd_pack.h"

#include <algorithm>

namespace litevk {
namespace {

constexpr size_t kTaps = 9;
constexpr size_t kPoints = kWrappingFilter.size();

// Returns G applied to three values.
constexpr std::array<int, kPoints> Transformed(int first, int second, int third) {
  std::array<int, kPoints> result = {};
  for (size_t i = 0; i < kPoints; ++i) {
    const auto& g = kWrappingFilter[i];
    result[i] = g[0] * first + g[1] * second + g[2] * third;
  }
  return result;
}

using Weights = std::array<int16_t, kWrappingProducts>;

// Returns the transformed weights of one input channel of one output, whose taps are `inputs` apart. They are
// at most 225 times as large as a tap, less than 2^15.
Weights TransformedTaps(const int8_t* taps, size_t inputs) {
  std::array<std::array<int, kPoints>, 3> rows;  // transforms of each row of taps
  for (size_t y = 0; y < 3; ++y) {
    const int8_t* const row = taps + y * 3 * inputs;
    rows[y] = Transformed(row[0], row[inputs], row[2 * inputs]);
  }
  Weights result;
  for (size_t j = 0; j < kPoints; ++j) {
    const std::array<int, kPoints> column = Transformed(rows[0][j], rows[1][j], rows[2][j]);
    for (size_t i = 0; i < kPoints; ++i) result[i * kPoints + j] = static_cast<int16_t>(column[i]);
  }
  return result;
}

}  // namespace

uint64_t WrappingWinogradWeights(const QuantizedLayout& layout) {
  return uint64_t{layout.Panels()} * layout.lanes * 4 * kWrappingProducts *
         static_cast<uint64_t>(layout.inputs);
}

void PackWrappingWinograd(std::span<const int8_t> filter, const QuantizedLayout& layout,
                          std::span<int16_t> packed) {
  std::ranges::fill(packed, int16_t{0});
  const auto inputs = static_cast<size_t>(layout.inputs);
  const size_t lanes = layout.lanes;
  const size_t panels = layout.Panels();
  for (size_t output = 0; output < static_cast<size_t>(layout.outputs); ++output) {
    const size_t block = output / 4;
    for (size_t input = 0; input < inputs; ++input) {
      const Weights weights = TransformedTaps(filter.data() + output * kTaps * inputs + input, inputs);
      for (size_t product = 0; product < kWrappingProducts; ++product) {
        const size_t pair = ((product * panels + block / lanes) * inputs + input) / 2;
        const size_t word = (pair * lanes + block % lanes) * 4 + output % 4;
        packed[word * 2 + input % 2] = weights[product];
      }
    }
  }
}

}  // namespace litevk
