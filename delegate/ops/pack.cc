#include "delegate/ops/pack.h"

#include <algorithm>

namespace litevk {
namespace {

constexpr uint64_t kBlockBytes = 4 * sizeof(float);

// One panel of one group; `filter` begins at the group's first output channel. Returns the end of what
// was written.
float* PackPanel(const float* filter, const FilterLayout& layout, uint32_t panel, float* out) {
  const int first = static_cast<int>(panel * layout.lanes * 4);
  const int channels = static_cast<int>(layout.lanes * 4);
  const int padded_inputs = (layout.inputs + 3) / 4 * 4;
  const auto output_stride = static_cast<int64_t>(layout.taps) * layout.inputs;
  for (int tap = 0; tap < layout.taps; ++tap) {
    for (int input = 0; input < padded_inputs; ++input) {
      const float* source = filter + static_cast<int64_t>(tap) * layout.inputs + input;
      for (int output = first; output < first + channels; ++output) {
        const bool exists = input < layout.inputs && output < layout.outputs;
        *out++ = exists ? source[output * output_stride] : 0.0F;
      }
    }
  }
  return out;
}

}  // namespace

uint64_t FilterLayout::FilterBytes() const {
  const uint64_t input_blocks = (static_cast<uint64_t>(inputs) + 3) / 4;
  return BiasBytes() * static_cast<uint64_t>(taps) * input_blocks * 4;
}

uint64_t FilterLayout::BiasBytes() const { return uint64_t{AllPanels()} * lanes * kBlockBytes; }

void PackFilter(std::span<const float> filter, const FilterLayout& layout, std::span<float> packed) {
  const int64_t group_size = static_cast<int64_t>(layout.outputs) * layout.taps * layout.inputs;
  float* out = packed.data();
  for (int group = 0; group < layout.groups; ++group) {
    for (uint32_t panel = 0; panel < layout.Panels(); ++panel) {
      out = PackPanel(filter.data() + group * group_size, layout, panel, out);
    }
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
