#include "delegate/ops/conv/quantized_pack.h"

#include <algorithm>
#include <array>

namespace litevk {

std::string QuantizedLayout::Key() const { return ToString() + (multiplier > 0 ? " depthwise" : ""); }

void PackQuantizedFilter(std::span<const int8_t> filter, const QuantizedLayout& layout,
                         std::span<int8_t> packed) {
  std::ranges::fill(packed, int8_t{0});
  const auto outputs = static_cast<size_t>(layout.outputs);
  const auto taps = static_cast<size_t>(layout.taps);
  const auto inputs = static_cast<size_t>(layout.inputs);
  const int8_t* weight = filter.data();
  for (size_t channel = 0; channel < static_cast<size_t>(layout.groups) * outputs; ++channel) {
    const size_t group = channel / outputs;
    const size_t output = channel % outputs;
    for (size_t tap = 0; tap < taps; ++tap) {
      for (size_t input = 0; input < inputs; ++input) {
        const size_t quad = (group * taps + tap) * layout.Quads() + input / 4;
        const size_t word = (quad * layout.Blocks() + output / 4) * 4 + input % 4;
        packed[word * 4 + output % 4] = *weight++;
      }
    }
  }
}

void PackDepthwiseFilter(std::span<const int8_t> filter, const QuantizedLayout& layout,
                         std::span<int8_t> packed) {
  std::ranges::fill(packed, int8_t{0});
  const auto outputs = static_cast<size_t>(layout.outputs);
  for (size_t tap = 0; tap < static_cast<size_t>(layout.taps); ++tap) {
    std::ranges::copy(filter.subspan(tap * outputs, outputs),
                      packed.subspan(tap * layout.Blocks() * 4).begin());
  }
}

std::vector<int32_t> BiasesWithout(int zero_point, std::span<const int8_t> filter,
                                   std::span<const int32_t> bias, const QuantizedLayout& layout) {
  const auto channels = static_cast<size_t>(layout.groups) * static_cast<size_t>(layout.outputs);
  const size_t weights = filter.size() / channels;
  std::vector<uint32_t> sums(channels);
  for (size_t index = 0; index < filter.size(); ++index) {
    const size_t channel = layout.multiplier > 0 ? index % channels : index / weights;
    sums[channel] += static_cast<uint32_t>(filter[index]);
  }
  std::vector<int32_t> biases(channels);
  for (size_t channel = 0; channel < channels; ++channel) {
    const auto first = static_cast<uint32_t>(bias.empty() ? 0 : bias[channel]);
    biases[channel] = static_cast<int32_t>(first - static_cast<uint32_t>(zero_point) * sums[channel]);
  }
  return biases;
}

void PackChannels(std::span<const int32_t> biases, std::span<const FixedPoint> factors,
                  const QuantizedLayout& layout, std::span<int32_t> packed) {
  std::ranges::fill(packed, 0);
  const auto outputs = static_cast<size_t>(layout.outputs);
  for (size_t channel = 0; channel < biases.size(); ++channel) {
    const size_t output = channel % outputs;
    const size_t block = channel / outputs * layout.Blocks() + output / 4;
    const FixedPoint& factor = factors[channel];
    const std::array<int32_t, 4> values = {biases[channel], factor.multiplier, factor.left, factor.right};
    for (size_t i = 0; i < values.size(); ++i) packed[(block * 4 + i) * 4 + output % 4] = values[i];
  }
}

}  // namespace litevk
