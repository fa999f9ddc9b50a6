#include "delegate/ops/matmul/dynamic_int8_pack.h"

#include <algorithm>

namespace litevk {

std::string DynamicInt8Layout::Key() const {
  // A new field does not compile before the text contains it.
  const auto& [count, rows, columns, are_last, of_weight, shared] = *this;
  return std::to_string(count) + " of " + std::to_string(columns) + " to " + std::to_string(rows) +
         (are_last ? ", outputs last, " : ", ") + std::to_string(of_weight) + " bits" +
         (shared == 0 ? "" : " in blocks of " + std::to_string(shared));
}

WeightPacking DynamicInt8Packing(const DynamicInt8Layout& layout) {
  return {.groups = layout.matrices,
          .outputs = layout.outputs,
          .inputs = layout.inputs,
          .outputs_last = layout.outputs_last,
          .vector = 4};
}

void PackDynamicInt8Channels(std::span<const float> scales, std::span<const float> bias,
                             const DynamicInt8Layout& layout, std::span<float> packed) {
  std::ranges::fill(packed, 0.0F);
  const auto count = static_cast<size_t>(layout.Scales());
  for (size_t output = 0; output < static_cast<size_t>(layout.outputs); ++output) {
    float* to = packed.data() + output / 4 * 4 * (count + 1) + output % 4;
    for (size_t i = 0; i < count; ++i) to[4 * i] = scales[scales.size() == 1 ? 0 : output * count + i];
    if (!bias.empty()) to[4 * count] = bias[output];
  }
}

}  // namespace litevk
