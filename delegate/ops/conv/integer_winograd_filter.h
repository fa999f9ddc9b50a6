// The transformation of filters by Winograd's algorithms in integers, and the packing of its result.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "delegate/ops/conv/quantized_pack.h"

namespace litevk {

// G of one dim: a row of factors of three taps for each point.
template <size_t kPoints>
using WinogradMatrix = std::array<std::array<int16_t, 3>, kPoints>;

// Input channels of an output that are transformed side by side.
inline constexpr size_t kTransformedInputs = 16;
using TransformedInputs = std::array<int16_t, kTransformedInputs>;
// Transformed weights of one output: [product][input channel].
template <size_t kPoints>
using TransformedTaps = std::array<TransformedInputs, kPoints * kPoints>;

// Returns the transform of three taps with a row of a matrix.
inline TransformedInputs Transform(const std::array<int16_t, 3>& row, const TransformedInputs& first,
                                   const TransformedInputs& second, const TransformedInputs& third) {
  TransformedInputs result;
  for (size_t i = 0; i < kTransformedInputs; ++i) {
    result[i] = static_cast<int16_t>(row[0] * first[i] + row[1] * second[i] + row[2] * third[i]);
  }
  return result;
}

// Returns G g G^T of `count` input channels of one output, whose taps are `inputs` apart, and 0 behind them.
// Results have 16 bits.
template <size_t kPoints>
TransformedTaps<kPoints> TransformTaps(const WinogradMatrix<kPoints>& matrix, const int8_t* filter,
                                       size_t inputs, size_t count) {
  std::array<TransformedInputs, 9> taps = {};
  for (size_t tap = 0; tap < taps.size(); ++tap) {
    std::copy_n(filter + tap * inputs, count, taps[tap].begin());
  }
  TransformedTaps<kPoints> result;
  for (size_t y = 0; y < kPoints; ++y) {
    std::array<TransformedInputs, 3> columns;
    for (size_t x = 0; x < 3; ++x) columns[x] = Transform(matrix[y], taps[x], taps[3 + x], taps[6 + x]);
    for (size_t x = 0; x < kPoints; ++x) {
      result[y * kPoints + x] = Transform(matrix[x], columns[0], columns[1], columns[2]);
    }
  }
  return result;
}

// Transforms and packs one output of a filter in OHWI layout. `packed` begins with its first product, and
// those of others follow `stride` elements apart. Calls `visit` with the first input channel and the
// transformed taps.
template <size_t kPoints, typename Visit>
void PackTransformed(const WinogradMatrix<kPoints>& matrix, std::span<const int8_t> filter,
                     const WeightPacking& packing, int64_t output, int64_t stride, std::span<int16_t> packed,
                     const Visit& visit) {
  const auto inputs = static_cast<size_t>(packing.inputs);
  for (size_t first = 0; first < inputs; first += kTransformedInputs) {
    const size_t count = std::min(kTransformedInputs, inputs - first);
    const auto transformed = TransformTaps(
        matrix, filter.data() + static_cast<size_t>(output) * 9 * inputs + first, inputs, count);
    int16_t* to = packed.data() + packing.OffsetOf(output, static_cast<int64_t>(first));
    for (const TransformedInputs& product : transformed) {
      for (size_t i = 0; i < count; i += 2) {
        int16_t* const pair = to + static_cast<int64_t>(i / 2) * packing.VectorStride();
        pair[0] = product[i];
        pair[1] = product[i + 1];
      }
      to += stride;
    }
    visit(first, transformed);
  }
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
