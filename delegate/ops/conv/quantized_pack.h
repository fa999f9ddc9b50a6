// Prepacking of convolutions in integers: the layouts in which shaders/conv/quantized_conv_2d.comp reads its
// constants, and on which those of int8_tile_conv_2d.comp build.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "delegate/ops/common/folded_multiplier.h"
#include "delegate/ops/conv/pack.h"
#include "runtime/opset/quantized/fixed_point.h"

namespace litevk {

// Returns the number of values in an image of NHWC.
inline int64_t ImageElements(const ir::Shape& images) { return int64_t{images[1]} * images[2] * images[3]; }

// A filter in TFLite's OHWI layout, or of [taps][outputs] values if it is depthwise. Four output channels of
// a group make a block, four input channels a quad. The lanes are ignored.
struct QuantizedLayout : FilterLayout {
  constexpr QuantizedLayout(const FilterLayout& filter, int outputs_of_input = 0)  // NOLINT: the same filter
      : FilterLayout(filter), depth_multiplier(outputs_of_input) {}

  // Outputs of each input channel of a depthwise convolution, which has one group; 0: it is not depthwise.
  int depth_multiplier;

  uint32_t AllBlocks() const { return static_cast<uint32_t>(groups) * Blocks(); }
  uint32_t Quads() const { return (static_cast<uint32_t>(inputs) + 3) / 4; }
  uint64_t Weights() const {
    const uint64_t of_block = depth_multiplier > 0 ? 4 : Quads() * 16;
    return uint64_t{AllBlocks()} * static_cast<uint64_t>(taps) * of_block;
  }
  // Text of all fields: layouts that read alike pack alike.
  std::string Key() const;
  uint64_t ChannelWords() const { return uint64_t{AllBlocks()} * 16; }
  // Number of values of an output whose groups are whole blocks.
  uint64_t BlockedElements(int64_t pixels) const { return static_cast<uint64_t>(pixels) * AllBlocks() * 4; }
};

// Returns the packing of a filter in Weights() values. It is [group][tap][quad][block][input of the
// quad][output of the block], or [tap][block][output of the block] if it is depthwise. Values that fill up
// blocks and quads are `zero_point`, which stands for a weight of 0.
WeightPacking QuantizedFilterPacking(const QuantizedLayout& layout, int zero_point);

// Returns for each output channel the sum of its weights, less as many zero points. Defined for int8 and
// uint8.
template <typename Weight>
std::vector<int64_t> SumsOfWeights(std::span<const Weight> filter, int zero_point,
                                   const QuantizedLayout& layout);

// Returns for each output channel its bias (0 if `biases` is empty) less the input's zero point times the sum
// of the channel's weights. This value + sum of pixel * weight = bias + sum of (pixel - zero point) * weight.
std::vector<int64_t> BiasesWithout(int zero_point, std::span<const int64_t> sums_of_weights,
                                   std::span<const int64_t> biases);

// Packs [group][block][bias, multiplier, left shift, right shift][output of the block]; `packed` has
// ChannelWords(). With `wide_sums`, of 64 bits: [low word of the bias, high word, multiplier, right shift] of
// a WideMultiplier.
void PackChannels(std::span<const int64_t> biases, std::span<const FixedPoint> multipliers, bool wide_sums,
                  const QuantizedLayout& layout, std::span<int32_t> packed);
// Packs folded multipliers in the layout of PackChannels, with the bias in their addends.
void PackFolded(std::span<const int64_t> biases, std::span<const FoldedMultiplier> multipliers,
                const QuantizedLayout& layout, std::span<int32_t> packed);

}  // namespace litevk
