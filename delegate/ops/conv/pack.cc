#include "delegate/ops/conv/pack.h"

#include <algorithm>

namespace litevk {
namespace {

// Packs one panel of one group; `filter` begins at the group's first output channel. Returns the end of what
// was written.
float* PackPanel(const float* filter, const FilterLayout& layout, uint32_t panel, float* out) {
  const int first = static_cast<int>(panel * layout.lanes * 4);
  const int channels = static_cast<int>(layout.lanes * 4);
  const auto rows = static_cast<int64_t>(layout.taps) * layout.inputs;
  const int64_t row_stride = layout.outputs_last ? layout.outputs : 1;
  const int64_t output_stride = layout.outputs_last ? 1 : rows;
  for (int64_t row = 0; row < rows; ++row) {
    for (int output = first; output < first + channels; ++output) {
      *out++ = output < layout.outputs ? filter[row * row_stride + output * output_stride] : 0.0F;
    }
  }
  return out;
}

}  // namespace

std::string FilterLayout::ToString() const {
  // A new field does not compile before the text contains it.
  const auto& [of_groups, of_outputs, of_taps, of_inputs, of_lanes, are_last] = *this;
  return std::to_string(of_groups) + " groups of " + std::to_string(of_outputs) + " outputs, " +
         std::to_string(of_taps) + " taps, " + std::to_string(of_inputs) + " inputs, " +
         std::to_string(of_lanes) + " lanes" + (are_last ? ", outputs last" : "");
}

uint64_t FilterLayout::FilterFloats() const {
  return BiasFloats() * static_cast<uint64_t>(taps) * static_cast<uint64_t>(inputs);
}

uint64_t FilterLayout::BiasFloats() const { return uint64_t{AllPanels()} * lanes * 4; }

uint64_t FilterLayout::GroupedFilterFloats() const {
  const uint64_t blocks = (static_cast<uint64_t>(groups) * static_cast<uint64_t>(outputs) + 3) / 4;
  return blocks * 4 * static_cast<uint64_t>(taps) * static_cast<uint64_t>(inputs);
}

void PackFilter(std::span<const float> filter, const FilterLayout& layout, std::span<float> packed) {
  const int64_t group_size = static_cast<int64_t>(layout.outputs) * layout.taps * layout.inputs;
  float* out = packed.data();
  for (int group = 0; group < layout.groups; ++group) {
    for (uint32_t panel = 0; panel < layout.Panels(); ++panel) {
      out = PackPanel(filter.data() + group * group_size, layout, panel, out);
    }
  }
}

void PackGroupedFilter(std::span<const float> filter, const FilterLayout& layout, std::span<float> packed) {
  std::ranges::fill(packed, 0.0F);
  const auto rows = static_cast<size_t>(layout.taps) * static_cast<size_t>(layout.inputs);
  const auto outputs = static_cast<size_t>(layout.groups) * static_cast<size_t>(layout.outputs);
  const size_t padded = (outputs + 3) / 4 * 4;
  for (size_t output = 0; output < outputs; ++output) {
    for (size_t row = 0; row < rows; ++row) packed[row * padded + output] = filter[output * rows + row];
  }
}

void PackBias(std::span<const float> bias, const FilterLayout& layout, std::span<float> packed) {
  std::ranges::fill(packed, 0.0F);
  if (bias.empty()) return;
  const size_t padded = size_t{layout.Panels()} * layout.lanes * 4;
  const auto outputs = static_cast<size_t>(layout.outputs);
  for (size_t group = 0; group < static_cast<size_t>(layout.groups); ++group) {
    std::ranges::copy(bias.subspan(group * outputs, outputs), packed.subspan(group * padded).begin());
  }
}

void PackRows(std::span<const float> rows, int row, std::span<float> packed) {
  std::ranges::fill(packed, 0.0F);
  const auto length = static_cast<size_t>(row);
  const size_t padded = (length + 3) / 4 * 4;
  for (size_t i = 0; i * length < rows.size(); ++i) {
    std::ranges::copy(rows.subspan(i * length, length), packed.subspan(i * padded).begin());
  }
}

}  // namespace litevk
