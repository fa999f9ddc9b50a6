// The transformation of filters by Winograd's algorithms in integers, and the packing of its result.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "delegate/ops/conv/quantized_pack.h"

namespace litevk {

// G of one dim: a row of factors of three taps for each point.
template <size_t kPoints>
using WinogradMatrix = std::array<std::array<int, 3>, kPoints>;

// Returns G g G^T of one input channel of one output, whose taps are `inputs` apart. Results have 16 bits.
template <size_t kPoints>
std::array<int16_t, kPoints * kPoints> TransformedTaps(const WinogradMatrix<kPoints>& matrix,
                                                       const int8_t* taps, size_t inputs) {
  const auto transform = [&](int first, int second, int third) {
    std::array<int, kPoints> result;
    for (size_t i = 0; i < kPoints; ++i) {
      result[i] = matrix[i][0] * first + matrix[i][1] * second + matrix[i][2] * third;
    }
    return result;
  };
  std::array<std::array<int, kPoints>, 3> rows;  // transforms of each row of taps
  for (size_t y = 0; y < 3; ++y) {
    const int8_t* const row = taps + y * 3 * inputs;
    rows[y] = transform(row[0], row[inputs], row[2 * inputs]);
  }
  std::array<int16_t, kPoints * kPoints> result;
  for (size_t j = 0; j < kPoints; ++j) {
    const std::array<int, kPoints> column = transform(rows[0][j], rows[1][j], rows[2][j]);
    for (size_t i = 0; i < kPoints; ++i) result[i * kPoints + j] = static_cast<int16_t>(column[i]);
  }
  return result;
}

// Returns the packing of transformed filters in words of two inputs, which are even in number. Products are
// taps or, for [product][panel], groups.
inline WeightPacking WinogradPacking(const QuantizedLayout& layout, int groups, int products) {
  return {.groups = groups,
          .outputs = layout.outputs,
          .taps = products,
          .inputs = layout.inputs,
          .panel = layout.lanes,
          .vector = 2,
          .inputs_last = true};
}

}  // namespace litevk
