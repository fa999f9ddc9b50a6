// The constants that shaders of quantized operators read from a binding, so that all nodes share a pipeline.
#pragma once

#include <cstdint>
#include <span>

#include "delegate/lower/lowering.h"
#include "runtime/ir/graph.h"
#include "runtime/opset/quantized/affine_channels.h"

namespace litevk {

// The scale and the zero point of a tensor that has one of each.
inline float ScaleOf(const ir::Tensor& tensor) { return tensor.quantization.scales[0]; }
inline int ZeroPointOf(const ir::Tensor& tensor) { return tensor.quantization.zero_points[0]; }
// Returns the integer that stands for zero. For a tensor without a scale it is 0.
inline int QuantizedZeroOf(const ir::Tensor& tensor) {
  return tensor.quantization.zero_points.empty() ? 0 : ZeroPointOf(tensor);
}

// Returns the index of the last word of a tensor that is no part of another one.
inline uint32_t LastWordOf(const ir::Tensor& tensor) {
  return static_cast<uint32_t>((tensor.dims.NumElements() * ir::ByteSize(tensor.type) - 1) / 4);
}

// Assignment of elements to channels: `slice` neighbours are of one channel, then as many of the next of
// `count` channels.
struct ChannelCounts {
  uint32_t count = 1;
  uint32_t slice = 1;
};
inline ChannelCounts CountsOf(const AffineChannels& channels) {
  return {static_cast<uint32_t>(channels.all().size()), static_cast<uint32_t>(channels.elements_per_slice())};
}

// Returns the constraint of a kernel that converts with one scale, or with one for each channel, of the input
// or of the output.
template <bool kOfInput>
Constraint ChannelsConstraint() {
  constexpr auto kHolds = [](const NodeView& view) {
    return AffineChannels::Of(kOfInput ? view.input(0) : view.output()).ok();
  };
  constexpr auto kIsDecided = [](const NodeView& view) { return !view.input(0).dims.has_unknown(); };
  return {kOfInput ? "the input has a scale and a zero point, or one for each slice along an axis"
                   : "the output has a scale and a zero point, or one for each slice along an axis",
          kHolds, kIsDecided};
}

// Returns the bits of a weight on the device: weights that a run computes have a byte each.
int WeightBits(const ir::Tensor& weights);

// Adds a constant of these words, once for all nodes of a model that have the same ones.
gpu::TensorId AddIntegers(Lowering& lowering, std::span<const int32_t> integers);

}  // namespace litevk
