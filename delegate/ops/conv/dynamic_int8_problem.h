// A convolution of float32 images and integer filters, as every algorithm sees it.
#pragma once

#include <cstdint>
#include <vector>

#include "delegate/ops/common/dynamic_int8_rows.h"
#include "delegate/ops/conv/conv_common.h"
#include "delegate/ops/conv/quantized_constants.h"
#include "delegate/ops/conv/quantized_pack.h"
#include "delegate/views/image_strides.h"

namespace litevk {

struct DynamicInt8Problem {
  ir::Shape input;   // four dims, NHWC
  ir::Shape output;  // four dims, NHWC
  ConvWindow window;
  QuantizedLayout layout;
  std::vector<EpilogueStep> steps = {};  // the fused activation
  bool is_padded = false;                // a PAD was fused in
  bool is_asymmetric = false;            // images have zero points
  bool channels_first = false;  // sums are multiplied by the channel's scale first, then by the image's

  // The quantized images as rows, one row for each image.
  FloatRows Images() const {
    return {.rows = input[0],
            .depth = ImageElements(input),
            .is_asymmetric = is_asymmetric,
            .are_in_blocks = is_padded};
  }
  // Strides of the quantized images: each image begins with a word.
  ImageStrides Strides() const {
    ImageStrides strides = DenseStrides(input[1], input[2], input[3]);
    strides.image = Images().Quads() * 4;
    return strides;
  }
  uint32_t LastWord() const { return static_cast<uint32_t>(Images().FirstHeader()) - 1; }
};

// Returns the problem of a CONV_2D or DEPTHWISE_CONV_2D node, with the fused activation.
DynamicInt8Problem DynamicInt8ProblemOf(const Lowering& lowering, const QuantizedLayout& layout,
                                        const ConvWindow& window, int activation);

// True if a PAD of the node's input leaves only zeros behind the last whole block of eight values of an
// image. TFLite then rounds all other values as those of blocks.
bool RoundsPaddedInBlocks(const NodeView& view, const SpatialPadding& padding);

// Adds the constants that shaders/conv/dynamic_int8_result.glsl reads: [group][block][scales, biases, sums of
// weights][output of the block].
gpu::TensorId AddDynamicInt8Channels(Lowering& lowering, const ConvInputs& at, const QuantizedLayout& layout);
// Number of words that AddDynamicInt8Channels adds.
uint64_t DynamicInt8ChannelWords(const QuantizedLayout& layout);

}  // namespace litevk
