#include "delegate/ops/conv/quantized_pack.h"

#include <algorithm>
#include <array>

namespace litevk {
namespace {

using ChannelConstants = std::array<int32_t, 4>;

void PackChannel(size_t channel, const ChannelConstants& constants, const QuantizedLayout& layout,
                 std::span<int32_t> packed) {
  const auto outputs = static_cast<size_t>(layout.outputs);
  const size_t output = channel % outputs;
  const size_t block = channel / outputs * layout.Blocks() + output / 4;
  for (size_t i = 0; i < constants.size(); ++i) packed[(block * 4 + i) * 4 + output % 4] = constants[i];
}

ChannelConstants WordsOfChannel(int64_t bias, const FixedPoint& rescaling, bool wide_sums) {
  const auto low = static_cast<int32_t>(bias);
  if (!wide_sums) return {low, rescaling.multiplier, rescaling.left, rescaling.right};
  const WideMultiplier wide = Widen(rescaling);
  return {low, static_cast<int32_t>(bias >> 32), wide.multiplier, wide.right};
}

}  // namespace

std::string QuantizedLayout::Key() const {
  return ToString() + (depth_multiplier > 0 ? " depthwise by " + std::to_string(depth_multiplier) : "");
}

WeightPacking QuantizedFilterPacking(const QuantizedLayout& layout, int zero_point) {
  const bool is_depthwise = layout.depth_multiplier > 0;
  return {.groups = layout.groups,
          .outputs = layout.outputs,
          .taps = layout.taps,
          .inputs = layout.inputs,
          .outputs_last = is_depthwise,
          .vector = is_depthwise ? 1 : 4,
          .zero = zero_point};
}

template <typename Weight>
std::vector<int64_t> SumsOfWeights(std::span<const Weight> filter, int zero_point,
                                   const QuantizedLayout& layout) {
  const auto channels = static_cast<size_t>(layout.groups) * static_cast<size_t>(layout.outputs);
  const size_t weights = filter.size() / channels;
  const bool channels_last = layout.depth_multiplier > 0;
  const size_t of_channel = channels_last ? 1 : weights;
  const size_t of_weight = channels_last ? channels : 1;
  std::vector<int64_t> sums(channels);
  for (size_t channel = 0; channel < channels; ++channel) {
    for (size_t index = 0; index < weights; ++index) {
      sums[channel] += filter[channel * of_channel + index * of_weight] - zero_point;
    }
  }
  return sums;
}

template std::vector<int64_t> SumsOfWeights(std::span<const int8_t>, int, const QuantizedLayout&);
template std::vector<int64_t> SumsOfWeights(std::span<const uint8_t>, int, const QuantizedLayout&);

std::vector<int64_t> BiasesWithout(int zero_point, std::span<const int64_t> sums_of_weights,
                                   std::span<const int64_t> biases) {
  std::vector<int64_t> without(sums_of_weights.size());
  for (size_t channel = 0; channel < without.size(); ++channel) {
    // Biases of 64 bits belong to layers whose zero point is 0.
    without[channel] = (biases.empty() ? 0 : biases[channel]) - zero_point * sums_of_weights[channel];
  }
  return without;
}

void PackChannels(std::span<const int64_t> biases, std::span<const FixedPoint> multipliers, bool wide_sums,
                  const QuantizedLayout& layout, std::span<int32_t> packed) {
  std::ranges::fill(packed, 0);
  for (size_t channel = 0; channel < biases.size(); ++channel) {
    PackChannel(channel, WordsOfChannel(biases[channel], multipliers[channel], wide_sums), layout, packed);
  }
}

void PackFolded(std::span<const int64_t> biases, std::span<const FoldedMultiplier> multipliers,
                const QuantizedLayout& layout, std::span<int32_t> packed) {
  std::ranges::fill(packed, 0);
  for (size_t channel = 0; channel < biases.size(); ++channel) {
    const FoldedMultiplier& rescaling = multipliers[channel];
    const auto bias =
        static_cast<int32_t>(biases[channel] * (int64_t{1} << rescaling.left) + rescaling.addend);
    PackChannel(channel, {bias, rescaling.multiplier, rescaling.left, rescaling.right}, layout, packed);
  }
}

}  // namespace litevk
