// Prepacking of int8 convolutions: the orders in which shaders/quantized_conv_2d.comp reads its constants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "delegate/ops/conv/pack.h"
#include "runtime/opset/fixed_point.h"

namespace litevk {

// A filter in TFLite's OHWI order, or of [taps][outputs] numbers where it is depthwise. Four output channels
// of a group make a block, four input channels a quad; what rounds up to whole ones is 0. The lanes are of no
// account.
struct QuantizedLayout : FilterLayout {
  constexpr QuantizedLayout(const FilterLayout& filter, int outputs_of_input = 0)  // NOLINT: the same filter
      : FilterLayout(filter), multiplier(outputs_of_input) {}

  // Outputs of each input channel of a depthwise convolution, which has one group; 0: it is not depthwise.
  int multiplier;

  uint32_t AllBlocks() const { return static_cast<uint32_t>(groups) * Blocks(); }
  uint32_t Quads() const { return (static_cast<uint32_t>(inputs) + 3) / 4; }
  uint64_t WeightBytes() const {
    const uint64_t block_bytes = multiplier > 0 ? 4 : Quads() * 16;
    return uint64_t{AllBlocks()} * static_cast<uint64_t>(taps) * block_bytes;
  }
  // All of it: layouts that read alike pack alike.
  std::string Key() const;
  uint64_t ChannelWords() const { return uint64_t{AllBlocks()} * 16; }
  // Counts an output whose groups are whole blocks.
  uint64_t BlockedBytes(int64_t pixels) const { return static_cast<uint64_t>(pixels) * AllBlocks() * 4; }
};

// [group][tap][quad][block][input of the quad][output of the block]; `packed` has WeightBytes().
void PackQuantizedFilter(std::span<const int8_t> filter, const QuantizedLayout& layout,
                         std::span<int8_t> packed);

// [tap][block][output of the block], for a depthwise filter; `packed` has WeightBytes().
void PackDepthwiseFilter(std::span<const int8_t> filter, const QuantizedLayout& layout,
                         std::span<int8_t> packed);

// For each output channel its bias (0 where `bias` is empty) less the input's zero point times the sum of the
// channel's weights, modulo 2^32: bias + sum of (pixel - zero point) * weight = that + sum of pixel * weight.
std::vector<int32_t> BiasesWithout(int zero_point, std::span<const int8_t> filter,
                                   std::span<const int32_t> bias, const QuantizedLayout& layout);

// [group][block][bias, multiplier, left shift, right shift][output of the block]; `packed` has
// ChannelWords().
void PackChannels(std::span<const int32_t> biases, std::span<const FixedPoint> factors,
                  const QuantizedLayout& layout, std::span<int32_t> packed);

}  // namespace litevk
