#include "delegate/ops/matmul/hybrid_pack.h"

#include <algorithm>

namespace litevk {

std::string HybridLayout::Key() const {
  // A new field does not compile before the text contains it.
  const auto& [count, rows, columns, are_last, of_weight, shared] = *this;
  return std::to_string(count) + " of " + std::to_string(columns) + " to " + std::to_string(rows) +
         (are_last ? ", outputs last, " : ", ") + std::to_string(of_weight) + " bits" +
         (shared == 0 ? "" : " in blocks of " + std::to_string(shared));
}

void PackHybridWeights(std::span<const std::byte> weights, const HybridLayout& layout,
                       std::span<std::byte> packed) {
  std::ranges::fill(packed, std::byte{0});
  const auto bits = static_cast<size_t>(layout.bits);
  const std::byte mask{static_cast<uint8_t>((1U << bits) - 1)};
  const auto place = [&](int64_t matrix, int64_t input, int64_t output) {
    const int64_t sixteen = (matrix * layout.Quads() + input / 4) * layout.Blocks() + output / 4;
    return static_cast<size_t>(sixteen * 16 + input % 4 * 4 + output % 4) * bits;
  };
  const int64_t inner = layout.outputs_last ? layout.outputs : layout.inputs;
  for (size_t index = 0; index < weights.size(); ++index) {
    const auto row = static_cast<int64_t>(index) / inner;
    const int64_t column = static_cast<int64_t>(index) % inner;
    const int64_t rows = layout.outputs_last ? layout.inputs : layout.outputs;
    const size_t bit =
        layout.outputs_last ? place(row / rows, row % rows, column) : place(row / rows, column, row % rows);
    packed[bit / 8] |= (weights[index] & mask) << (bit % 8);
  }
}

void PackHybridChannels(std::span<const float> scales, std::span<const float> bias,
                        const HybridLayout& layout, std::span<float> packed) {
  std::ranges::fill(packed, 0.0F);
  const auto count = static_cast<size_t>(layout.Scales());
  for (size_t output = 0; output < static_cast<size_t>(layout.outputs); ++output) {
    float* to = packed.data() + output / 4 * 4 * (count + 1) + output % 4;
    for (size_t i = 0; i < count; ++i) to[4 * i] = scales[scales.size() == 1 ? 0 : output * count + i];
    if (!bias.empty()) to[4 * count] = bias[output];
  }
}

}  // namespace litevk
